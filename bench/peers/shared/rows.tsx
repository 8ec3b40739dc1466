/** The peers' rows: the terminal's cells and classes; each row memoised on what it shows. */

import { memo } from "react"
import type { TradeRow } from "#core/wire/market.ts"
import rail from "#src/panels/market-list/rail-list.module.css"
import { clockTime, dayChange, number, percent } from "./format.ts"
import type { Ticker } from "./market-steps.ts"
import { bookStyles as book, tapeStyles as tape } from "./panel-styles.ts"

const classes = (...names: (string | false | undefined)[]) => names.filter(Boolean).join(" ")

interface RailRowProps {
  id: string
  ticker: Ticker | undefined
  isOn: boolean
}

export const RailRow = memo(function RailRow({ id, ticker, isOn }: RailRowProps) {
  const [, last = "", open = ""] = ticker?.row ?? []
  const change = dayChange(last, open)
  const sign = change === null || Math.abs(change) < 0.005 ? undefined : change > 0 ? rail.up : rail.down
  return (
    <div className={classes(rail.row, isOn && rail.on)} data-market={id}>
      <button type="button" className={rail.star} aria-label="Favourite">
        <Star />
      </button>
      <a className={rail.link} href={`#${id}`}>
        {id.split("_")[0]}
      </a>
      <span className={rail.price}>
        <span>{number(last)}</span>
      </span>
      <span className={classes(rail.change, sign)}>{percent(last, open)}</span>
    </div>
  )
})

function Star() {
  return (
    <svg
      width="16"
      height="16"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      aria-hidden="true"
    >
      <path d="M12 2l3 7 7 .6-5.3 4.7 1.6 7.1L12 17.6 5.7 21.4l1.6-7.1L2 9.6 9 9z" />
    </svg>
  )
}

interface LevelRowProps {
  price: string
  size: string
  sum: string
  /** Of the largest sum shown, in per cent. */
  share: number
  side: "ask" | "bid"
}

export const BookLevelRow = memo(function BookLevelRow({ price, size, sum, share, side }: LevelRowProps) {
  return (
    <tr className={classes(book.row, book[side])} data-side={side}>
      <td className={book.price}>
        <button type="button" className={book.press} tabIndex={-1}>
          {price}
        </button>
        <i className={book.depth} style={{ transform: `scaleX(${share / 100})` }} aria-hidden="true" />
      </td>
      <td>
        <span>{size}</span>
      </td>
      <td>{sum}</td>
    </tr>
  )
})

export const TapeLine = memo(function TapeLine({ row }: { row: TradeRow | undefined }) {
  if (!row)
    return (
      <tr className={tape.row}>
        <td />
        <td />
        <td />
      </tr>
    )
  const [, price, quantity, side, time] = row
  return (
    <tr className={tape.row} data-trade>
      <td className={side === 1 ? tape.buy : tape.sell}>{number(price)}</td>
      <td className={tape.size}>{number(quantity)}</td>
      <td className={tape.time}>{clockTime(time)}</td>
    </tr>
  )
})
