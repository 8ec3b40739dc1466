/** A tablet: chart, book and trades left, the ticket docked at the right instead of a sheet. */

import { BookPanel } from "../../panels/book/book.view.tsx"
import { PriceHead } from "../../panels/price-head/price-head.view.tsx"
import { TapePanel } from "../../panels/tape/tape.view.tsx"
import { TicketPanel } from "../../panels/ticket/ticket.view.tsx"
import { LazyChart } from "./lazy-chart.view.tsx"
import { OrdersPlace } from "./orders-place.view.tsx"
import type { TradeShapeProps } from "./spot-trade.view.tsx"
import styles from "./spot-trade-tablet.module.css"
import { TradeTitle } from "./trade-title.view.tsx"

export function SpotTradeTablet({ market, interval, onInterval, onPick }: TradeShapeProps) {
  return (
    <div className={styles.screen}>
      <TradeTitle market={market} interval={interval} />
      <div className={styles.left}>
        <PriceHead market={market} />
        <div className={styles.chart}>
          <LazyChart instrument={market.id} interval={interval} onInterval={onInterval} compact />
        </div>
        <div className={styles.both}>
          <BookPanel market={market} place="phone" onPick={onPick} />
          <TapePanel market={market} place="phone" />
        </div>
      </div>
      <div className={styles.right}>
        <TicketPanel market={market} />
        <div className={styles.orders}>
          <OrdersPlace instrument={market.id} form="cards" />
        </div>
      </div>
    </div>
  )
}
