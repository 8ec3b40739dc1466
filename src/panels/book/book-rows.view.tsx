/**
 * What stands in the book now? Plain rows keyed by place, so that React only changes texts; a press is answered
 * with the price that stood there when the finger came down, not the one that stands there when it lifts.
 */

import type { TFunction } from "i18next"
import { useMemo, useRef, useState } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import type { Market } from "#core/wire/market.ts"
import type { BookFrame, BookRow } from "#workers/market/market.api.ts"
import { openOrdersOf } from "../../stores/account-store.ts"
import type { BookSides } from "../../stores/book-store.ts"
import { bookState } from "../../stores/market-store.ts"
import type { Side } from "../../stores/ticket-store.ts"
import { classNames } from "../../ui/class-names.ts"
import { EmptyState } from "../../ui/empty-state.tsx"
import { ErrorState } from "../../ui/error-state.tsx"
import { useIsLate } from "../../ui/late.ts"
import { splitZeros } from "../../ui/price-text.model.ts"
import shared from "../../ui/row-panel.module.css"
import { VisuallyHidden } from "../../ui/visually-hidden.tsx"
import { type BookLine, type BookLines, bookLines } from "./book.model.ts"
import styles from "./book.module.css"
import { BookRowLine, type BookRowLineProps } from "./book-row.view.tsx"
import { Imbalance } from "./imbalance.view.tsx"
import { MagnifiedRow } from "./magnified-row.view.tsx"
import { MidRow } from "./mid-row.view.tsx"
import { ownLevels } from "./own-levels.ts"
import { useRowPress } from "./row-press.ts"

interface BookRowsProps {
  market: Market
  rows: number
  sides: BookSides
  hasSum: boolean
  isLive: boolean
  onHold: (isHeld: boolean) => void
  onPick: (side: Side, price: string) => void
  onCentre: () => void
}

export function BookRows(props: BookRowsProps) {
  const { market, rows, sides, hasSum, isLive, onHold, onPick, onCentre } = props
  const { t } = useTranslation("market")
  const { frame: latest, isTooLively } = useSnapshot(bookState)
  const frame = latest?.instrument === market.id ? latest : null
  const pressed = useRef<{ side: Side; price: string } | null>(null)
  const hasFailed = useIsLate(frame === null)
  const [table, setTable] = useState<HTMLTableElement | null>(null)
  const lines = bookLines(frame, rows, sides)
  const { orders } = useSnapshot(openOrdersOf(market.id))
  const group = frame?.group ?? 1
  const own = useMemo(() => ownLevels(orders, market.tick, group), [orders, market.tick, group])
  const { level, handlers } = useRowPress({ table, lines, isLive, onPick })
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

  if (hasFailed) return <ErrorState title={t("book.failed")} detail={t("list.failedSafe")} />
  const isEmpty = frame !== null && frame.asks.length === 0 && frame.bids.length === 0
  if (isEmpty) return <EmptyState>{t("book.empty")}</EmptyState>

  const line = { hasSum, isLive, isQuiet: !isLive || isTooLively, isLoading: frame === null, ...press }
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
      >
        <caption className={styles.caption}>
          <VisuallyHidden>{summary(frame, t)}</VisuallyHidden>
        </caption>
        <thead className={styles.heads}>
          <tr className={classNames(shared.row, styles.row)}>
            <th scope="col">{t("book.price", { quote: market.quote })}</th>
            <th scope="col">{t("book.amount", { base: market.base })}</th>
            {hasSum ? <th scope="col">{t("book.sum", { base: market.base })}</th> : null}
          </tr>
        </thead>
        <Levels lines={lines.asks} side="buy" first={lines.asks.length - 1} own={own.asks} {...line} />
        <MidRow frame={frame} columns={hasSum ? 3 : 2} onCentre={onCentre} />
        <Levels lines={lines.bids} side="sell" first={0} own={own.bids} {...line} />
      </table>
      <Imbalance bidPercent={frame?.bidPercent ?? null} />
      {level ? <MagnifiedRow level={level} size={sizeAt(lines, level.priceValue)} /> : null}
    </>
  )
}

interface LevelsProps extends Omit<BookRowLineProps, "row" | "isFirst" | "isOwn"> {
  /** Prices at which own orders stand. */
  own: ReadonlySet<string>
  lines: readonly BookLine[]
  /** Index of the best price. */
  first: number
}

function Levels({ lines, first, own, ...line }: LevelsProps) {
  return (
    <tbody>
      {lines.map((row, index) => (
        <BookRowLine
          // biome-ignore lint/suspicious/noArrayIndexKey: the place is the identity (performance.md 6)
          key={index}
          row={row}
          isFirst={index === first}
          isOwn={row !== null && own.has(row.priceValue)}
          {...line}
        />
      ))}
    </tbody>
  )
}

function summary(frame: BookFrame | null, t: TFunction<"market">): string {
  const [bid, ask] = [spoken(bestOf(frame?.bids)), spoken(bestOf(frame?.asks))]
  if (!bid || !ask) return t("book.title")
  return `${t("book.title")}: ${t("book.summary", { bid, ask, spread: spoken(frame?.spread) ?? "–" })}`
}

const sizeAt = ({ asks, bids }: BookLines, price: string): string | null =>
  [...asks, ...bids].find((line) => line?.priceValue === price)?.size ?? null

const bestOf = (rows: readonly BookRow[] = []) => rows.find((row) => row.size !== null)?.price

/** Tiny prices written out: a subscript can't be heard. */
const spoken = (text: string | null | undefined) => (text ? (splitZeros(text)?.full ?? text) : undefined)
