/** The middle of an upright phone's spot screen: chart strip, book beside trades, and the line of open orders. */

import { useState } from "react"
import { BookPanel } from "../../panels/book/book.view.tsx"
import { TapePanel } from "../../panels/tape/tape.view.tsx"
import { ChartStrip } from "../../trade-layout/chart-strip.view.tsx"
import type { TradeLayoutProps } from "../../trade-layout/trade-layout.view.tsx"
import { OrdersStrip } from "./own-orders.view.tsx"
import type { SpotTradeProps } from "./spot-trade.view.tsx"
import styles from "./spot-trade-phone.module.css"

export function SpotTradePhone({
  market,
  interval,
  onInterval,
  onPick,
  onTicket,
}: SpotTradeProps & Pick<TradeLayoutProps, "onPick" | "onTicket">) {
  const [isChartOpen, setIsChartOpen] = useState(false)
  return (
    <div className={styles.scroll}>
      <ChartStrip
        instrument={market.id}
        interval={interval}
        onInterval={onInterval}
        isOpen={isChartOpen}
        onOpenChange={setIsChartOpen}
        onTicket={onTicket}
      />
      <div className={styles.both}>
        <BookPanel market={market} place="phone" onPick={onPick} />
        <TapePanel market={market} place="phone" />
      </div>
      <div className={isChartOpen ? styles.reachable : undefined}>
        <OrdersStrip market={market} />
      </div>
    </div>
  )
}
