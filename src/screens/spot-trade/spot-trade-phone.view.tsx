/** A phone held upright: price, chart strip, book beside trades, and Buy and Sell under the thumb. */

import { useState } from "react"
import { BookPanel } from "../../panels/book/book.view.tsx"
import { PriceHead } from "../../panels/price-head/price-head.view.tsx"
import { TapePanel } from "../../panels/tape/tape.view.tsx"
import { ActionBar } from "./action-bar.view.tsx"
import { ChartStrip } from "./chart-strip.view.tsx"
import { OrdersStrip } from "./orders-strip.view.tsx"
import type { TradeShapeProps } from "./spot-trade.view.tsx"
import styles from "./spot-trade-phone.module.css"
import { TradeTitle } from "./trade-title.view.tsx"

export function SpotTradePhone({ market, interval, onInterval, onPick, onTrade }: TradeShapeProps) {
  const [isChartOpen, setIsChartOpen] = useState(false)
  return (
    <div className={styles.screen}>
      <TradeTitle market={market} interval={interval} />
      <PriceHead market={market} />
      <div className={styles.scroll}>
        <ChartStrip
          instrument={market.id}
          interval={interval}
          onInterval={onInterval}
          isOpen={isChartOpen}
          onOpenChange={setIsChartOpen}
        />
        <div className={styles.both}>
          <BookPanel market={market} place="phone" onPick={onPick} />
          <TapePanel market={market} place="phone" />
        </div>
        {isChartOpen ? null : <OrdersStrip instrument={market.id} />}
      </div>
      <ActionBar base={market.base} onTrade={onTrade} />
    </div>
  )
}
