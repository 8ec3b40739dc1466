/**
 * What stands in the book now? Plain rows keyed by place, so that React only changes texts; a press is answered
 * with the price that stood there when the finger came down, not the one that stands there when it lifts.
 */

import type { TFunction } from "i18next"
import { memo, useLayoutEffect, useMemo, useRef, useState } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import type { Market } from "#core/wire/market.ts"
import type { BookRow } from "#workers/market/market.api.ts"
import { openOrdersOf } from "../../stores/account-store.ts"
import { offerAlert } from "../../stores/alert-offer.ts"
import { type BookSides, type BookUnit, turnUnit } from "../../stores/book-store.ts"
import { bookState } from "../../stores/market-store.ts"
import type { Side } from "../../stores/ticket-store.ts"
import { classNames } from "../../ui/class-names.ts"
import { EmptyState } from "../../ui/empty-state.tsx"
import { ErrorState } from "../../ui/error-state.tsx"
import { ArrowLeftRight, Icon } from "../../ui/icon.tsx"
import { useIsLate } from "../../ui/late.ts"
import { splitZeros } from "../../ui/price-text.model.ts"
import shared from "../../ui/row-panel.module.css"
import { VisuallyHidden } from "../../ui/visually-hidden.tsx"
import { type BookLine, type BookLines, bookLines } from "./book.model.ts"
import styles from "./book.module.css"
import { BookRowLine, type BookRowLineProps } from "./book-row.view.tsx"
import { Imbalance } from "./imbalance.view.tsx"
import { levelMenu } from "./level-menu.ts"
import { MagnifiedRow } from "./magnified-row.view.tsx"
import { MidRow } from "./mid-row.view.tsx"
import { ownLevels } from "./own-levels.ts"
import { writeFigures } from "./row-figures.ts"
import { useRowPress } from "./row-press.ts"

interface BookRowsProps {
  market: Market
  rows: number
  sides: BookSides
  unit: BookUnit
  hasSum: boolean
  /** No room for the quote in the head of the prices. */
  isTight?: boolean
  isLive: boolean
  onHold: (isHeld: boolean) => void
  onPick: (side: Side, price: string) => void
  onCentre: () => void
}

export function BookRows(props: BookRowsProps) {
  const { market, rows, sides, unit, hasSum, isTight = false, isLive, onHold, onPick, onCentre } = props
  const { t } = useTranslation("market")
  const { frame: latest, isTooLively } = useSnapshot(bookState)
  const frame = latest?.instrument === market.id ? latest : null
  const pressed = useRef<{ side: Side; price: string } | null>(null)
  const hasFailed = useIsLate(frame === null)
  const [table, setTable] = useState<HTMLTableElement | null>(null)
  const lines = bookLines(frame, rows, sides)
  const [bid, ask, spread] = [bestOf(frame?.bids), bestOf(frame?.asks), frame?.spread]
  const caption = useMemo(() => summary(bid, ask, spread, t), [bid, ask, spread, t])
  const { orders } = useSnapshot(openOrdersOf(market.id))
  const group = frame?.group ?? 1
  const own = useMemo(() => ownLevels(orders, market.tick, group), [orders, market.tick, group])
  const offer = (price: string, at: { x: number; y: number }, origin: HTMLElement | null = null) =>
    offerAlert({ market: market.id, price, at, origin })
  const { level, handlers } = useRowPress({ table, lines, isLive, onPick, onAlert: offer })
  const onMenu = levelMenu(lines, offer)
  const press = useMemo(
    () => ({
      down: (side: Side, price: string) => {
        pressed.current = { side, price }
      },
      pick: (side: Side, price: string) => {
        const chosen = pressed.current ?? { side, price }
        pressed.current = null
        onPick(chosen.side, chosen.price)
      },
    }),
    [onPick],
  )
  useLayoutEffect(() => {
    const isQuiet = !isLive || isTooLively
    writeFigures(table?.tBodies[0]?.rows, lines.asks, isQuiet)
    writeFigures(table?.tBodies[2]?.rows, lines.bids, isQuiet)
  })

  if (hasFailed) return <ErrorState title={t("book.failed")} detail={t("list.failedSafe")} />
  const isEmpty = frame !== null && frame.asks.length === 0 && frame.bids.length === 0
  if (isEmpty) return <EmptyState>{t("book.empty")}</EmptyState>

  const line = { hasSum, isLive, isLoading: frame === null, ...press }
  return (
    <>
      <table
        ref={setTable}
        className={classNames(shared.table, styles.table)}
        onPointerDown={(event) => {
          onHold(true)
          handlers.onPointerDown(event)
        }}
        onPointerMove={handlers.onPointerMove}
        onPointerUp={(event) => {
          onHold(false)
          handlers.onPointerUp(event)
        }}
        onPointerCancel={(event) => {
          onHold(false)
          handlers.onPointerCancel(event)
        }}
        onPointerLeave={() => onHold(false)}
        onContextMenu={onMenu}
      >
        <caption className={styles.caption}>
          <VisuallyHidden>{caption}</VisuallyHidden>
        </caption>
        <Heads base={market.base} quote={market.quote} unit={unit} hasSum={hasSum} isTight={isTight} />
        <Levels lines={lines.asks} side="sell" best={lines.asks.length - 1} own={own.asks} {...line} />
        <MidRow frame={frame} columns={hasSum ? 3 : 2} onCentre={onCentre} />
        <Levels lines={lines.bids} side="buy" best={0} own={own.bids} {...line} />
      </table>
      <Imbalance bidPercent={frame?.bidPercent ?? null} />
      {level ? <MagnifiedRow level={level} size={sizeAt(lines, level.priceValue)} /> : null}
    </>
  )
}

interface HeadsProps {
  base: string
  quote: string
  unit: BookUnit
  hasSum: boolean
  isTight: boolean
}

/** The head of the amounts turns them into the other currency, and the sums with them. */
const Heads = memo(function Heads({ base, quote, unit, hasSum, isTight }: HeadsProps) {
  const { t } = useTranslation("market")
  const [shown, other] = unit === "quote" ? [quote, base] : [base, quote]
  return (
    <thead className={styles.heads}>
      <tr className={classNames(shared.row, styles.row)}>
        <th scope="col">{t("book.price", { quote: isTight ? "" : quote }).trim()}</th>
        <th scope="col">
          <button
            type="button"
            className={styles.unit}
            title={t("book.inOther", { currency: other })}
            onClick={turnUnit}
          >
            {t("book.amount", { base: shown })}
            <Icon glyph={ArrowLeftRight} size={12} />
          </button>
        </th>
        {hasSum ? <th scope="col">{t("book.sum", { base: shown })}</th> : null}
      </tr>
    </thead>
  )
})

interface LevelsProps extends Omit<BookRowLineProps, "row" | "isFirst" | "isOwn"> {
  /** Prices at which own orders stand. */
  own: ReadonlySet<string>
  lines: readonly BookLine[]
  /** Index of the best price. */
  best: number
}

/** Rows are named by their distance from the far end: where the market moves into the other side, the rest stay. */
function Levels({ lines, best, own, ...line }: LevelsProps) {
  const far = best === 0 ? lines.length : 0
  return (
    <tbody>
      {lines.map((row, index) => (
        <BookRowLine
          key={Math.abs(far - index)}
          row={row}
          isFirst={index === best}
          isOwn={row !== null && own.has(row.priceValue)}
          {...line}
        />
      ))}
    </tbody>
  )
}

type Figure = string | null | undefined

function summary(bestBid: Figure, bestAsk: Figure, spread: Figure, t: TFunction<"market">): string {
  const [bid, ask] = [spoken(bestBid), spoken(bestAsk)]
  if (!bid || !ask) return t("book.title")
  return `${t("book.title")}: ${t("book.summary", { bid, ask, spread: spoken(spread) ?? "–" })}`
}

const sizeAt = ({ asks, bids }: BookLines, price: string): string | null =>
  [...asks, ...bids].find((line) => line?.priceValue === price)?.size ?? null

const bestOf = (rows: readonly BookRow[] = []) => rows.find((row) => row.size !== null)?.price

/** Tiny prices written out: a subscript can't be heard. */
const spoken = (text: Figure) => (text ? (splitZeros(text)?.full ?? text) : undefined)
