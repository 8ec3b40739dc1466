/** The panels of a peer's screen: book, tape and price head, fed by whatever state the peer keeps. */

import { memo, useRef } from "react"
import type { LevelRow } from "#core/wire/market.ts"
import imbalance from "#src/panels/book/imbalance.module.css"
import head from "#src/panels/price-head/price-head.module.css"
import { useFittingRows } from "#src/ui/fitting-rows.ts"
import { ACTIVE } from "./contract.ts"
import { dayChange, large, number, percent } from "./format.ts"
import type { Book, Tape, Ticker } from "./market-steps.ts"
import { bookStyles, tapeStyles } from "./panel-styles.ts"
import { BookLevelRow, TapeLine } from "./rows.tsx"

const [BASE, QUOTE] = ACTIVE.split("_")
/** Column heads, middle and imbalance of the book; column heads of the tape: as the terminal counts its rows. */
const BOOK_FIXED_REM = 4.75
const TAPE_FIXED_REM = 1.5

interface Line {
  price: string
  size: string
  sum: string
  share: number
}

/** Grouped by nothing, summed from the best on, as a book shows them. */
function lines(levels: readonly LevelRow[], rows: number, most: number): { lines: Line[]; total: number } {
  let sum = 0
  const shown = levels.slice(0, rows).map(([price, size]) => {
    sum += Number(size)
    return { price: number(price), size: number(size), sum: number(sum.toFixed(5)), share: sum }
  })
  return {
    lines: shown.map((line) => ({ ...line, share: Math.round((line.share / most) * 1000) / 10 })),
    total: sum,
  }
}

const total = (levels: readonly LevelRow[], rows: number) =>
  levels.slice(0, rows).reduce((sum, [, size]) => sum + Number(size), 0)

export const BookPanel = memo(function BookPanel({ book, last }: { book: Book; last: Ticker | undefined }) {
  const body = useRef<HTMLDivElement>(null)
  const fitting = useFittingRows(body, { rowVariable: "--row-book", fixedRem: BOOK_FIXED_REM })
  const rows = Math.floor(fitting / 2)
  const most = Math.max(total(book.bids, rows), total(book.asks, rows)) || 1
  const asks = lines(book.asks, rows, most)
  const bids = lines(book.bids, rows, most)
  const bidPercent = Math.round((bids.total / (bids.total + asks.total || 1)) * 100)
  const [bestBid, bestAsk] = [book.bids[0]?.[0], book.asks[0]?.[0]]
  const spread = bestBid && bestAsk ? (Number(bestAsk) - Number(bestBid)).toFixed(2) : undefined
  return (
    <section className={`${bookStyles.panel} ${bookStyles.desk}`} aria-label="Order book">
      <header className={bookStyles.head}>
        <h2>Order book</h2>
      </header>
      <div ref={body} className={bookStyles.body}>
        <table className={bookStyles.table}>
          <thead className={bookStyles.heads}>
            <tr className={bookStyles.row}>
              <th scope="col">Price ({QUOTE})</th>
              <th scope="col">Amount ({BASE})</th>
              <th scope="col">Sum ({BASE})</th>
            </tr>
          </thead>
          <tbody>
            {asks.lines.toReversed().map((line, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the place is the identity, as in the terminal
              <BookLevelRow key={index} side="ask" {...line} />
            ))}
          </tbody>
          <tbody>
            <tr className={bookStyles.mid}>
              <td colSpan={3} className={bookStyles.midCell}>
                <button type="button" className={bookStyles.centre}>
                  <span
                    className={`${bookStyles.last} ${last && last.moved < 0 ? bookStyles.down : bookStyles.up}`}
                  >
                    {number(last?.row[1])}
                  </span>
                  <span className={bookStyles.spread}>Spread {number(spread)}</span>
                </button>
              </td>
            </tr>
          </tbody>
          <tbody>
            {bids.lines.map((line, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the place is the identity, as in the terminal
              <BookLevelRow key={index} side="bid" {...line} />
            ))}
          </tbody>
        </table>
        <div className={imbalance.imbalance}>
          <span className={imbalance.bids}>B {bidPercent} %</span>
          <span className={imbalance.bar} aria-hidden="true">
            <i style={{ width: `${bidPercent}%` }} />
            <i />
          </span>
          <span className={imbalance.asks}>{100 - bidPercent} % S</span>
        </div>
      </div>
    </section>
  )
})

export const TapePanel = memo(function TapePanel({ tape }: { tape: Tape }) {
  const body = useRef<HTMLDivElement>(null)
  const rows = useFittingRows(body, { rowVariable: "--row-book", fixedRem: TAPE_FIXED_REM })
  return (
    <section className={`${tapeStyles.panel} ${tapeStyles.desk}`} aria-label="Trades">
      <header className={tapeStyles.head}>
        <h2>Trades</h2>
      </header>
      <div ref={body} className={tapeStyles.body}>
        <table className={tapeStyles.table}>
          <thead>
            <tr className={`${tapeStyles.row} ${tapeStyles.heads}`}>
              <th scope="col">Price ({QUOTE})</th>
              <th scope="col">Amount ({BASE})</th>
              <th scope="col">Time</th>
            </tr>
          </thead>
          <tbody>
            {Array.from({ length: rows }, (_, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the place is the identity, as in the terminal
              <TapeLine key={index} row={tape.rows[index]} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
})

export const PriceHead = memo(function PriceHead({ ticker }: { ticker: Ticker | undefined }) {
  const [, last = "", open = "", high = "", low = "", volume = "", turnover = ""] = ticker?.row ?? []
  const tone = (value: number) => (value > 0 ? head.up : value < 0 ? head.down : undefined)
  return (
    <div className={head.bar}>
      <div className={`${head.barLast} ${tone(ticker?.moved ?? 0) ?? ""}`}>{number(last)}</div>
      <dl className={head.barFigures}>
        <div className={head.wide}>
          <dt>24 h change</dt>
          <dd className={tone(dayChange(last, open) ?? 0)}>
            {number((Number(last) - Number(open)).toFixed(2))}
            <span className={head.percent}>{percent(last, open)}</span>
          </dd>
        </div>
        <div>
          <dt>24 h high</dt>
          <dd>{number(high)}</dd>
        </div>
        <div>
          <dt>24 h low</dt>
          <dd>{number(low)}</dd>
        </div>
        <div>
          <dt>24 h volume</dt>
          <dd>
            {large(volume)} {BASE}
          </dd>
        </div>
        <div>
          <dt>24 h turnover</dt>
          <dd>
            {large(turnover)} {QUOTE}
          </dd>
        </div>
      </dl>
    </div>
  )
})
