/**
 * The middle of an upright phone's contract screen: the ticket beside the book, what the order would cost, trades and the
 * line of own orders; the two buttons stay under the thumb.
 */

import { useState } from "react"
import type { ContractMarket } from "#core/wire/market.ts"
import { BookPanel } from "../../panels/book/book.view.tsx"
import { ContractActions } from "../../panels/contract-ticket/contract-actions.view.tsx"
import { ContractSums } from "../../panels/contract-ticket/contract-sums.view.tsx"
import { ContractTicketNarrow } from "../../panels/contract-ticket/contract-ticket.view.tsx"
import { TapePanel } from "../../panels/tape/tape.view.tsx"
import { ChartStrip } from "../../trade-layout/chart-strip.view.tsx"
import type { TradeLayoutProps } from "../../trade-layout/trade-layout.view.tsx"
import { ContractOrdersStrip, PositionsStrip } from "./contract-orders.view.tsx"
import styles from "./contract-trade-phone.module.css"

interface ContractTradePhoneProps extends Omit<TradeLayoutProps, "parts" | "market"> {
  market: ContractMarket
}

export function ContractTradePhone({ market, interval, onInterval, onPick }: ContractTradePhoneProps) {
  const [isChartOpen, setIsChartOpen] = useState(false)
  return (
    <>
      <div className={styles.scroll}>
        <div className={styles.chart}>
          <ChartStrip
            instrument={market.id}
            interval={interval}
            onInterval={onInterval}
            isOpen={isChartOpen}
            onOpenChange={setIsChartOpen}
          />
        </div>
        <div className={styles.both}>
          <ContractTicketNarrow />
          <div className={styles.book}>
            <BookPanel market={market} place="phone" onPick={onPick} />
          </div>
        </div>
        <PositionsStrip market={market} />
        <ContractOrdersStrip market={market} />
        <div className={styles.tape}>
          <TapePanel market={market} place="phone" />
        </div>
      </div>
      <div className={styles.actions}>
        <ContractSums isShort />
        <ContractActions hasOneGuard />
      </div>
    </>
  )
}
