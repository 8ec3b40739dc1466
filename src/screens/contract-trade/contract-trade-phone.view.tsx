/**
 * The middle of an upright phone's contract screen: the ticket beside the book, what the order would cost, trades and the
 * line of own orders; the two buttons stay under the thumb. For the left hand ticket and book change places.
 */

import { useRef, useState } from "react"
import { useSnapshot } from "valtio"
import type { ContractMarket } from "#core/wire/market.ts"
import { BookPanel } from "../../panels/book/book.view.tsx"
import { ContractActions } from "../../panels/contract-ticket/contract-actions.view.tsx"
import { ContractSums } from "../../panels/contract-ticket/contract-sums.view.tsx"
import { ContractTicketNarrow } from "../../panels/contract-ticket/contract-ticket.view.tsx"
import { TapePanel } from "../../panels/tape/tape.view.tsx"
import { choices, chosen } from "../../stores/choices-store.ts"
import ticket from "../../ticket/ticket.module.css"
import { ChartStrip } from "../../trade-layout/chart-strip.view.tsx"
import type { TradeLayoutProps } from "../../trade-layout/trade-layout.view.tsx"
import { classNames } from "../../ui/class-names.ts"
import { ContractOrdersStrip, PositionsStrip } from "./contract-orders.view.tsx"
import styles from "./contract-trade-phone.module.css"

interface ContractTradePhoneProps extends Omit<TradeLayoutProps, "parts" | "market" | "onTicket"> {
  market: ContractMarket
}

export function ContractTradePhone({ market, interval, onInterval, onPick }: ContractTradePhoneProps) {
  const [isChartOpen, setIsChartOpen] = useState(false)
  // The ticket is on screen here, below the chart.
  const both = useRef<HTMLDivElement>(null)
  const isLeft = chosen(useSnapshot(choices).all, "hand") === "left"
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
            onTicket={() => both.current?.scrollIntoView({ block: "start" })}
          />
        </div>
        <div
          ref={both}
          className={classNames(styles.both, isLeft && styles.leftHanded, isLeft && ticket.leftHanded)}
        >
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
