/** How deep is the market? Head and settings of the order book; its rows are in book-rows.view.tsx. */

import { type ReactNode, useCallback, useRef, useState } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import { groupChoices, usualGroup } from "#core/book/group-choices.ts"
import type { Market } from "#core/wire/market.ts"
import { useView } from "../../feed/view.ts"
import { bookSettings, chooseGroup, chooseSides } from "../../stores/book-store.ts"
import { market } from "../../stores/market-store.ts"
import type { Side } from "../../stores/ticket-store.ts"
import { formatDecimal } from "../../text/numbers.ts"
import { AgeMark } from "../../ui/age-mark.tsx"
import { classNames } from "../../ui/class-names.ts"
import { useFittingRows } from "../../ui/fitting-rows.ts"
import shared from "../../ui/row-panel.module.css"
import { Select } from "../../ui/select.tsx"
import { hasLongAmounts } from "./book.model.ts"
import styles from "./book.module.css"
import { BookRows } from "./book-rows.view.tsx"
import { SidesSwitch } from "./sides-switch.view.tsx"

/** Fewest rows a side, however low the place: 360×640 with both browser bars has room for 3. */
const ROWS_LEAST = 3
/** Column heads, mid row and imbalance bar, in rem. */
const FIXED_REM = { phone: 4.5, desk: 4.75 } as const

/** A longer grouping ("0.00000001") takes the room of the marks beside it. */
const GROUP_NAME_USUAL = 6

interface BookPanelProps {
  market: Market
  /** `phone`: price and amount, 24 px rows; `desk`: the sum as well, 20 px rows. */
  place: "phone" | "desk"
  /** Takes the place of the title where the panel stands behind a tab. */
  title?: ReactNode
  /** A choice in the title's place, where the panel stands alone. */
  choice?: ReactNode
  /** A level was pressed: its plain price text and the side whose orders rest there. */
  onPick: (side: Side, price: string) => void
}

export function BookPanel({ market: instrument, place, title, choice, onPick }: BookPanelProps) {
  const { t, i18n } = useTranslation("market")
  const { sides, unit, groups } = useSnapshot(bookSettings)
  const freshness = useSnapshot(market).freshness.book
  const body = useRef<HTMLDivElement>(null)
  const fitting = useFittingRows(body, { rowVariable: "--row-book", fixedRem: FIXED_REM[place] })
  const rows = Math.max(ROWS_LEAST, Math.floor(fitting / 2))
  const [isHeld, setIsHeld] = useState(false)
  const [recentre, setRecentre] = useState(0)

  const last = Number(instrument.ticker[1])
  const choices = groupChoices(instrument.tick, last)
  const group = groups[instrument.id] ?? usualGroup(choices, last)
  const groupNames = choices.map((choice) => formatDecimal(choice.size, i18n.language))
  const isTight =
    place === "phone" || title !== undefined || groupNames.some((name) => name.length > GROUP_NAME_USUAL)
  const rowsToSend = sides === "both" ? rows : 2 * rows
  useView(
    fitting === 0
      ? null
      : {
          book: { instrument: instrument.id, group, rows: rowsToSend, sides, unit, hold: isHeld, recentre },
        },
  )
  const centre = useCallback(() => setRecentre((count) => count + 1), [])

  return (
    <section
      aria-label={t("book.title")}
      className={classNames(
        shared.panel,
        styles.panel,
        styles[place],
        (unit === "quote" || hasLongAmounts(instrument.lot)) && styles.long,
      )}
      data-stale={freshness.state === "live" ? undefined : freshness.state}
    >
      <header className={classNames(shared.head, styles.head)}>
        {title ?? choice ?? <h2>{t(place === "desk" ? "book.title" : "book.short")}</h2>}
        {/* As after a restart (N6): what rests can be taken back, and is all there is. */}
        <AgeMark freshness={freshness} isPaused={instrument.state !== "open"} isCompact={isTight} />
        <span className={styles.end}>
          <SidesSwitch value={sides} onChange={chooseSides} isCycling={isTight} />
          <Select
            label={t("book.grouping")}
            options={choices.map((choice, index) => ({
              value: String(choice.group),
              label: groupNames[index] ?? choice.size,
            }))}
            value={String(group)}
            onChange={(value) => chooseGroup(instrument.id, Number(value))}
          />
        </span>
      </header>
      <div ref={body} className={shared.body}>
        <BookRows
          market={instrument}
          rows={rows}
          sides={sides}
          unit={unit}
          hasSum={place === "desk"}
          isTight={place === "phone"}
          isLive={freshness.state === "live"}
          onHold={setIsHeld}
          onPick={onPick}
          onCentre={centre}
        />
      </div>
    </section>
  )
}
