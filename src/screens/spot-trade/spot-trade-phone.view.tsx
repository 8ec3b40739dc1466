/**
 * An upright phone's spot screen: chart, book beside trades, trades alone, and the ticket as faces to swipe through. The two
 * buttons stay under the thumb but where the ticket has its own.
 */

import { type ReactNode, useState } from "react"
import { useTranslation } from "react-i18next"
import { BookPanel } from "../../panels/book/book.view.tsx"
import { TapePanel } from "../../panels/tape/tape.view.tsx"
import { TicketPanel } from "../../panels/ticket/ticket.view.tsx"
import { PhoneFaces } from "../../trade-layout/phone-faces.view.tsx"
import { ChartFace, TradesFace } from "../../trade-layout/phone-parts.view.tsx"
import type { TradeLayoutProps } from "../../trade-layout/trade-layout.view.tsx"
import { OrdersStrip } from "./own-orders.view.tsx"
import type { SpotTradeProps } from "./spot-trade.view.tsx"
import styles from "./spot-trade-phone.module.css"

interface SpotTradePhoneProps extends SpotTradeProps, Pick<TradeLayoutProps, "onPick" | "onTicket"> {
  actions: ReactNode
}

type Face = "chart" | "book" | "trades" | "order"

export function SpotTradePhone(props: SpotTradePhoneProps) {
  const { market, interval, onInterval, onPick, onTicket, actions } = props
  const { t } = useTranslation("market")
  const [face, setFace] = useState<Face>("book")
  const book = (
    <div className={styles.scroll}>
      <div className={styles.both}>
        <BookPanel market={market} place="phone" onPick={onPick} />
        <TapePanel market={market} place="phone" />
      </div>
      <OrdersStrip market={market} />
    </div>
  )
  const chart = (
    <>
      <ChartFace instrument={market.id} {...{ interval, onInterval, onTicket }} />
      <OrdersStrip market={market} />
    </>
  )
  return (
    <>
      <PhoneFaces<Face>
        faces={[
          { value: "chart", label: t("trade.chart"), content: chart },
          { value: "book", label: t("book.short"), content: book },
          { value: "trades", label: t("tape.title"), content: <TradesFace market={market} /> },
          { value: "order", label: t("faces.order"), content: <TicketPanel market={market} /> },
        ]}
        value={face}
        onChange={setFace}
      />
      {face === "order" ? null : actions}
    </>
  )
}
