/** The list beside a chart: search, tabs, and rows of 28 px with star, name, price and change. */

import { createContext, memo, type Ref, useContext, useEffect, useRef } from "react"
import { useTranslation } from "react-i18next"
import { Virtuoso, type VirtuosoHandle } from "react-virtuoso"
import { useSnapshot } from "valtio"
import type { MarketKind } from "#workers/market/market.api.ts"
import { ScreenLink } from "../../places/screen-link.tsx"
import { TRADE_PLACES } from "../../places/trade-address.ts"
import { choices } from "../../stores/choices-store.ts"
import { hotkeysOf, isHotkey } from "../../stores/hotkeys.ts"
import { market, marketList, tickerOf } from "../../stores/market-store.ts"
import { chordWords } from "../../text/chord-words.ts"
import { formatNumber } from "../../text/numbers.ts"
import { AgeMark } from "../../ui/age-mark.tsx"
import { classNames } from "../../ui/class-names.ts"
import { FlashCell } from "../../ui/flash-cell.tsx"
import { History, Icon, Star } from "../../ui/icon.tsx"
import { usePageKeys } from "../../ui/page-keys.ts"
import { PriceText } from "../../ui/price-text.tsx"
import { SearchField } from "../../ui/search-field.tsx"
import { Tabs } from "../../ui/tabs.tsx"
import { VisuallyHidden } from "../../ui/visually-hidden.tsx"
import { HeldMark } from "./held-mark.view.tsx"
import { ListFaces } from "./list-faces.view.tsx"
import { focusFirstRow, type ListStop, openFirstRow, useListKeys } from "./list-keys.ts"
import { type MarketListState, useMarketList } from "./list-state.ts"
import { MarkedText, queryOfPair } from "./marked-text.view.tsx"
import { marketName } from "./market-name.ts"
import styles from "./rail-list.module.css"
import { RailLists } from "./rail-lists.view.tsx"
import { SortHead } from "./sort-head.view.tsx"
import { StarButton } from "./star.view.tsx"

interface RailListProps {
  kind: MarketKind
  /** The market on screen. */
  current: string
  /** A market was chosen: a rail that lies over the chart folds away. */
  onChoose?: () => void
  /** Came by the search key: the field has the focus. */
  hasFocus?: boolean
}

const RAIL_CHIPS = ["favourites", "recent", "all", "gainers", "new"] as const

export function RailList({ kind, current, onChoose, hasFocus = false }: RailListProps) {
  const { t, i18n } = useTranslation("market")
  const searchKey = chordWords(hotkeysOf(useSnapshot(choices).all).search, t).join(" ")
  const list = useMarketList(kind)
  const { total, isTooLively } = useSnapshot(marketList)
  const freshness = useSnapshot(market).freshness.list
  const field = useRef<HTMLInputElement>(null)
  const rows = useRef<HTMLDivElement>(null)
  const { scroller, stop } = useListKeys<VirtuosoHandle>(list.ids, { current })
  usePageKeys(
    (chord) => isHotkey("search", chord),
    () => field.current?.focus(),
  )
  useEffect(() => {
    if (hasFocus) field.current?.focus()
  }, [hasFocus])
  return (
    <div className={styles.rail} data-stale={freshness.state === "live" ? undefined : freshness.state}>
      <SearchField
        fieldRef={field}
        className={styles.search}
        onDown={() => focusFirstRow(rows.current)}
        onEnter={() => openFirstRow(rows.current)}
        value={list.choice.query}
        onChange={list.search}
        placeholder={t("list.search")}
        shortcut={searchKey}
      />
      <Tabs
        id="rail"
        size="small"
        label={t("list.filter")}
        className={styles.tabs}
        tabs={RAIL_CHIPS.map((chip) => ({ value: chip, label: <ChipName chip={chip} /> }))}
        value={RAIL_CHIPS.find((chip) => chip === list.choice.chip) ?? "all"}
        onChange={list.chooseChip}
      />
      <RailLists list={list} />
      <div className={classNames(styles.row, styles.heads)}>
        <HeldMark isHeld={list.isHeld} />
        <SortHead list={list} by="name">
          {t("list.pair")}
        </SortHead>
        <span className={styles.end}>
          <SortHead list={list} by="last">
            {t("list.lastShort")}
          </SortHead>
        </span>
        <span className={styles.end}>
          <SortHead list={list} by="change">
            {t("list.day")}
          </SortHead>
        </span>
      </div>
      <div
        ref={rows}
        className={styles.rows}
        role="tabpanel"
        id={`rail-panel-${list.choice.chip}`}
        aria-labelledby={`rail-tab-${list.choice.chip}`}
        {...list.holding}
      >
        <QuietRows value={isTooLively || freshness.state !== "live"}>
          <RailRows list={list} current={current} onChoose={onChoose} scroller={scroller} stop={stop} />
        </QuietRows>
      </div>
      <footer className={styles.foot}>
        <AgeMark freshness={freshness} />
        <span>{t("list.markets", { total: formatNumber(total, i18n.language) })}</span>
      </footer>
    </div>
  )
}

/** Own lists by their signs: five words have no room side by side in any language. */
function ChipName({ chip }: { chip: (typeof RAIL_CHIPS)[number] }) {
  const { t } = useTranslation("market")
  const name = t(`list.${chip}`)
  const glyph = chip === "favourites" ? Star : chip === "recent" ? History : undefined
  if (!glyph) return name
  return (
    <span className={styles.sign} title={name}>
      <Icon glyph={glyph} size={16} />
      <VisuallyHidden>{name}</VisuallyHidden>
    </span>
  )
}

interface RailRowsProps {
  list: MarketListState
  current: string
  onChoose: (() => void) | undefined
  scroller: Ref<VirtuosoHandle>
  stop: ListStop
}

function RailRows({ list, current, onChoose, scroller, stop }: RailRowsProps) {
  if (list.face !== "full") return <ListFaces list={list} />
  return (
    <Virtuoso
      key={`${list.choice.chip} ${list.watched.id} ${list.choice.query}`}
      ref={scroller}
      {...stop}
      data={list.ids}
      defaultItemHeight={28}
      computeItemKey={(_, id) => id}
      rangeChanged={list.showRange}
      itemContent={(_, id) => (
        <RailRow
          kind={list.kind}
          id={id}
          query={list.choice.query}
          isOn={id === current}
          onChoose={onChoose}
        />
      )}
    />
  )
}

/** Named only where it is another one: the rail is narrow. */
const USUAL_QUOTE = "USDT"

const SIGNS = { "-1": styles.down, "0": undefined, "1": styles.up } as const

interface RailRowProps {
  kind: MarketKind
  id: string
  query: string
  isOn: boolean
  onChoose: (() => void) | undefined
}

/** No row flashes. Looked at once for all rows, instead of two stores more to each (bench: commit-30-rows). */
const QuietRows = createContext(false)

/** Star and name stay as they are with every price: only the figures listen to the ticker. */
const RailRow = memo(function RailRow({ kind, id, query, isOn, onChoose }: RailRowProps) {
  const { base, quote, pair } = marketName(id)
  return (
    <div className={classNames(styles.row, isOn && styles.on)} data-market-row="">
      <StarButton id={id} size={16} tabIndex={-1} className={styles.star} />
      <ScreenLink
        to={TRADE_PLACES[kind]}
        search={{ symbol: id }}
        isReplacing
        className={styles.link}
        tabIndex={-1}
        data-market={id}
        title={pair}
        aria-current={isOn ? "true" : undefined}
        {...(onChoose ? { onClick: onChoose } : {})}
      >
        <span className={styles.base}>
          <MarkedText text={base} query={queryOfPair(query).base} />
        </span>
        {quote === USUAL_QUOTE ? null : <span className={styles.quote}>/{quote}</span>}
      </ScreenLink>
      <RailFigures id={id} />
    </div>
  )
})

function RailFigures({ id }: { id: string }) {
  const cells = useSnapshot(tickerOf(id))
  const isQuiet = useContext(QuietRows)
  return (
    <>
      <span className={styles.price}>
        <FlashCell value={cells.last} moved={cells.moved} isQuiet={isQuiet}>
          <PriceText text={cells.last} />
        </FlashCell>
      </span>
      <span className={classNames(styles.change, SIGNS[cells.sign])}>{cells.changePercent ?? "–"}</span>
    </>
  )
}
