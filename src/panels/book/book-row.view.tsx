/** What stands at one price? Price, size, sum, the depth behind them, and a press to take the price. */

import { type KeyboardEvent, memo } from "react"
import { useTranslation } from "react-i18next"
import type { Side } from "../../stores/ticket-store.ts"
import { classNames } from "../../ui/class-names.ts"
import { flashing } from "../../ui/flash-cell.tsx"
import { PriceText } from "../../ui/price-text.tsx"
import shared from "../../ui/row-panel.module.css"
import { Skeleton } from "../../ui/skeleton.tsx"
import { VisuallyHidden } from "../../ui/visually-hidden.tsx"
import type { BookLine } from "./book.model.ts"
import styles from "./book.module.css"

export interface BookRowLineProps {
  row: BookLine
  /** The side whose orders rest here, and which an order at this price would join: bids buy, asks sell. */
  side: Side
  /** The best price of its side: the one that the tab key reaches. */
  isFirst: boolean
  /** An own order stands here. */
  isOwn: boolean
  hasSum: boolean
  isLive: boolean
  isLoading: boolean
  down: (side: Side, price: string) => void
  pick: (side: Side, price: string) => void
}

/** Rendered anew only for another price or state: the figures are written past React (row-figures.ts). */
export const BookRowLine = memo(function BookRowLine(props: BookRowLineProps) {
  const { row, side, isFirst, isOwn, hasSum, isLive, isLoading, down, pick } = props
  if (!row) return <EmptyLine hasSum={hasSum} isLoading={isLoading} />
  const isGone = row.size === null
  return (
    <tr
      className={classNames(
        shared.row,
        styles.row,
        side === "sell" ? styles.ask : styles.bid,
        isGone && styles.gone,
      )}
    >
      <td className={styles.price}>
        <button
          type="button"
          className={styles.press}
          tabIndex={isFirst ? 0 : -1}
          disabled={!isLive}
          onPointerDown={() => down(side, row.priceValue)}
          onKeyDown={moveToRow}
          onClick={(event) => {
            // A key's click had no pointer before it: it takes what stands here now.
            if (event.detail === 0) down(side, row.priceValue)
            pick(side, row.priceValue)
          }}
        >
          <PriceText text={row.price} />
          {isOwn ? <OwnMark /> : null}
        </button>
        <i className={styles.depth} aria-hidden="true" />
      </td>
      <td>
        <span className={classNames(flashing, styles.figure)}>{row.size ?? "–"}</span>
      </td>
      {hasSum ? <td>{row.sum ?? "–"}</td> : null}
    </tr>
  )
}, isSameButFigures)

function isSameButFigures(before: BookRowLineProps, now: BookRowLineProps): boolean {
  const [one, other] = [before.row, now.row]
  return (
    one?.priceValue === other?.priceValue &&
    one?.price === other?.price &&
    (one?.size === null) === (other?.size === null) &&
    before.side === now.side &&
    before.isFirst === now.isFirst &&
    before.isOwn === now.isOwn &&
    before.hasSum === now.hasSum &&
    before.isLive === now.isLive &&
    before.isLoading === now.isLoading &&
    before.down === now.down &&
    before.pick === now.pick
  )
}

/** A triangle at the edge, and a word for who can't see it. */
function OwnMark() {
  const { t } = useTranslation("trade")
  return (
    <>
      <i className={styles.own} aria-hidden="true" data-own="" />
      <VisuallyHidden>, {t("ticket.ownLevel")}</VisuallyHidden>
    </>
  )
}

function EmptyLine({ hasSum, isLoading }: { hasSum: boolean; isLoading: boolean }) {
  return (
    <tr className={classNames(shared.row, styles.row)}>
      <td>{isLoading ? <Skeleton width={48} height={8} /> : null}</td>
      <td>{isLoading ? <Skeleton width={40} height={8} /> : null}</td>
      {hasSum ? <td>{isLoading ? <Skeleton width={44} height={8} /> : null}</td> : null}
    </tr>
  )
}

/** Arrow keys lead from price to price; the tab key only to the best of each side. */
function moveToRow(event: KeyboardEvent<HTMLButtonElement>): void {
  const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0
  if (step === 0) return
  const all = [...(event.currentTarget.closest("table")?.querySelectorAll("td button[tabindex]") ?? [])]
  const next = all[all.indexOf(event.currentTarget) + step]
  if (!(next instanceof HTMLElement)) return
  event.preventDefault()
  next.focus()
}
