/** The boards of leading markets. Tabs on a phone, columns where there is room; the watch list first. */

import { useDeferredValue, useState } from "react"
import { useSnapshot } from "valtio"
import { useView } from "../../feed/view.ts"
import { ScreenLink } from "../../places/screen-link.tsx"
import { favourites } from "../../stores/favourites-store.ts"
import { boardState, market } from "../../stores/market-store.ts"
import { formatNumber } from "../../text/numbers.ts"
import { AgeMark } from "../../ui/age-mark.tsx"
import { useHeldOrder } from "../../ui/held-order.ts"
import { TabPanel, Tabs } from "../../ui/tabs.tsx"
import { currentLanguage, useFirstWords } from "../../words/first-words.ts"
import { Board } from "./board.view.tsx"
import styles from "./boards.module.css"
import { boardsOf, firstBoard, type HomeBoard, type HomeForm, liveBoards, rowsOf } from "./home.model.ts"
import { useRowHold } from "./row-hold.ts"

interface FormProps {
  boards: readonly HomeBoard[]
  rows: number
}

export function Boards({ form }: { form: HomeForm }) {
  const hasFavourites = useSnapshot(favourites).ids.length > 0
  const boards = boardsOf(form, hasFavourites)
  const rows = rowsOf(form, boards.length)
  return form === "tabs" ? (
    <BoardTabs boards={boards} rows={rows} />
  ) : (
    <BoardColumns boards={boards} rows={rows} />
  )
}

/** What the worker keeps live: only what is in view. */
function useBoardView(shown: readonly HomeBoard[], rows: number, hold: boolean): void {
  const stars = useSnapshot(favourites).ids
  const boards = liveBoards(shown)
  useView({
    tickers: shown.includes("favourites") ? stars.slice(0, rows) : [],
    boards: boards.length > 0 ? { kind: "spot", boards, rows, hold } : null,
  })
}

interface ShownBoardProps {
  board: HomeBoard
  rows: number
  isHeld: boolean
}

function ShownBoard({ board, rows, isHeld }: ShownBoardProps) {
  const stars = useSnapshot(favourites).ids
  const { ids } = useSnapshot(boardState)
  const { freshness, failure } = useSnapshot(market)
  const { state } = board === "favourites" ? freshness.ticker : freshness.list
  const order = board === "favourites" ? stars : ids[board]
  // The rows' first drawing is the dearest moment of the page: it is done in steps that let others through.
  const drawn = useHeldOrder(useDeferredValue(order), isHeld)
  return (
    <Board board={board} ids={drawn} rows={rows} isStale={state !== "live"} hasFailed={failure !== null} />
  )
}

function BoardTabs({ boards, rows }: FormProps) {
  const t = useFirstWords()
  const [chosen, choose] = useState(() => firstBoard(favourites.ids.length > 0))
  const { isHeld, holding } = useRowHold()
  const { freshness } = useSnapshot(market)
  useBoardView([chosen], rows, isHeld)
  return (
    <section aria-label={t("home.leading")}>
      <Tabs
        id="home"
        label={t("home.leading")}
        tabs={boards.map((board) => ({ value: board, label: t(`home.board.${board}`) }))}
        value={chosen}
        onChange={choose}
        end={
          <span className={styles.end}>
            <AgeMark freshness={chosen === "favourites" ? freshness.ticker : freshness.list} isCompact />
            <All />
          </span>
        }
      />
      <TabPanel id="home" value={chosen}>
        <div {...holding}>
          <ShownBoard key={chosen} board={chosen} rows={rows} isHeld={isHeld} />
        </div>
      </TabPanel>
    </section>
  )
}

function BoardColumns({ boards, rows }: FormProps) {
  const t = useFirstWords()
  const { isHeld, holding } = useRowHold()
  const { freshness } = useSnapshot(market)
  useBoardView(boards, rows, isHeld)
  return (
    <section aria-label={t("home.leading")}>
      <div className={styles.head}>
        <h2 className={styles.title}>{t("home.leading")}</h2>
        <AgeMark freshness={freshness.list} />
        <Breadth />
        <All />
      </div>
      <div className={styles.columns} data-boards={boards.length} {...holding}>
        {boards.map((board) => (
          <section key={board} className={styles.column} aria-labelledby={`home-${board}`}>
            <h3 id={`home-${board}`} className={styles.name}>
              {t(`home.board.${board}`)}
            </h3>
            <ShownBoard board={board} rows={rows} isHeld={isHeld} />
          </section>
        ))}
      </div>
    </section>
  )
}

const All = () => {
  const t = useFirstWords()
  return (
    <ScreenLink to="/pages/spot/index" className={styles.all}>
      {t("home.all")}
    </ScreenLink>
  )
}

/** How many of the spot markets rise and fall over 24 h. */
function Breadth() {
  const t = useFirstWords()
  const { rising, falling } = useSnapshot(boardState)
  const written = (count: number) => formatNumber(count, currentLanguage())
  if (rising + falling === 0) return null
  return (
    <span className={styles.breadth}>
      {t("home.breadth", { rising: written(rising), falling: written(falling) })}
    </span>
  )
}
