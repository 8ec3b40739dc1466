/** The trade screen on a tablet: chart, book and trades left, the ticket as a column at the right. */

import { BookPanel } from "../panels/book/book.view.tsx"
import { TapePanel } from "../panels/tape/tape.view.tsx"
import { LazyChart } from "./lazy-chart.view.tsx"
import type { TradeLayoutProps } from "./trade-layout.view.tsx"
import styles from "./trade-tablet.module.css"
import { TradeTitle } from "./trade-title.view.tsx"

export function TradeTablet({ market, interval, onInterval, onPick, onTicket, parts }: TradeLayoutProps) {
  return (
    <div className={styles.screen}>
      <TradeTitle market={market} interval={interval} />
      <div className={styles.left}>
        {parts.head}
        <div className={styles.chart}>
          <LazyChart instrument={market.id} {...{ interval, onInterval, onTicket }} compact />
        </div>
        <div className={styles.both}>
          <BookPanel market={market} place="phone" onPick={onPick} />
          <TapePanel market={market} place="phone" />
        </div>
      </div>
      <div className={styles.right}>
        {parts.ticket}
        <div className={styles.lists}>{parts.lists("cards")}</div>
      </div>
    </div>
  )
}
