/** What a phone's faces are made of on all trade screens: chart, book and trades, each as high as the screen lets it. */

import type { Interval } from "#core/candle/interval.ts"
import type { TradedMarket } from "#core/wire/market.ts"
import { BookPanel } from "../panels/book/book.view.tsx"
import { TapePanel } from "../panels/tape/tape.view.tsx"
import type { Side } from "../stores/ticket-store.ts"
import { LazyChart } from "./lazy-chart.view.tsx"
import styles from "./phone-parts.module.css"

interface ChartFaceProps {
  instrument: string
  interval: Interval
  onInterval: (interval: Interval) => void
  onTicket: () => void
}

export function ChartFace(props: ChartFaceProps) {
  return (
    <div className={styles.whole}>
      <LazyChart {...props} compact />
    </div>
  )
}

interface BookFaceProps {
  market: TradedMarket
  onPick: (side: Side, price: string) => void
}

/** With the sums, which have no room beside the trades. */
export function BookFace({ market, onPick }: BookFaceProps) {
  return (
    <div className={styles.whole}>
      <BookPanel market={market} place="desk" onPick={onPick} />
    </div>
  )
}

/** With the time of each. */
export function TradesFace({ market }: Pick<BookFaceProps, "market">) {
  return (
    <div className={styles.whole}>
      <TapePanel market={market} place="desk" />
    </div>
  )
}
