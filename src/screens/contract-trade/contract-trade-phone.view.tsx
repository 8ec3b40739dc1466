/**
 * An upright phone's contract screen: chart, the ticket beside the book, book and trades alone as faces to swipe through. The
 * ticket's sums and buttons stay under the thumb; on the other faces two buttons lead to it. For the left hand ticket and
 * book change places.
 */

import { useState } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import type { ContractMarket } from "#core/wire/market.ts"
import { BookPanel } from "../../panels/book/book.view.tsx"
import { ContractActions } from "../../panels/contract-ticket/contract-actions.view.tsx"
import { ContractSums } from "../../panels/contract-ticket/contract-sums.view.tsx"
import { ContractTicketNarrow } from "../../panels/contract-ticket/contract-ticket.view.tsx"
import { TapePanel } from "../../panels/tape/tape.view.tsx"
import { choices, chosen } from "../../stores/choices-store.ts"
import { pickSide, type Side } from "../../stores/ticket-store.ts"
import ticket from "../../ticket/ticket.module.css"
import { ActionBar } from "../../trade-layout/action-bar.view.tsx"
import { PhoneFaces } from "../../trade-layout/phone-faces.view.tsx"
import { BookFace, ChartFace, TradesFace } from "../../trade-layout/phone-parts.view.tsx"
import type { TradeLayoutProps } from "../../trade-layout/trade-layout.view.tsx"
import { classNames } from "../../ui/class-names.ts"
import { ContractOrdersStrip, PositionsStrip } from "./contract-orders.view.tsx"
import styles from "./contract-trade-phone.module.css"

interface ContractTradePhoneProps extends Omit<TradeLayoutProps, "parts" | "market" | "onTicket"> {
  market: ContractMarket
}

type Face = "chart" | "order" | "book" | "trades"

export function ContractTradePhone({ market, interval, onInterval, onPick }: ContractTradePhoneProps) {
  const { t } = useTranslation(["market", "perpetual"])
  const [face, setFace] = useState<Face>("order")
  const toOrder = () => setFace("order")
  const pick = (side: Side, price: string) => {
    onPick(side, price)
    toOrder()
  }
  const trade = (side: Side) => {
    pickSide(market.id, side)
    toOrder()
  }
  const chart = (
    <>
      <ChartFace instrument={market.id} {...{ interval, onInterval }} onTicket={toOrder} />
      <PositionsStrip market={market} />
      <ContractOrdersStrip market={market} />
    </>
  )
  return (
    <>
      <PhoneFaces<Face>
        faces={[
          { value: "chart", label: t("market:trade.chart"), content: chart },
          { value: "order", label: t("market:faces.order"), content: <Order {...{ market, onPick }} /> },
          {
            value: "book",
            label: t("market:book.short"),
            content: <BookFace market={market} onPick={pick} />,
          },
          { value: "trades", label: t("market:tape.title"), content: <TradesFace market={market} /> },
        ]}
        value={face}
        onChange={setFace}
      />
      {face === "order" ? (
        <div className={styles.actions}>
          <ContractSums isShort />
          <ContractActions hasOneGuard />
        </div>
      ) : (
        <ActionBar
          labels={{ buy: t("perpetual:ticket.openLong"), sell: t("perpetual:ticket.openShort") }}
          onTrade={trade}
        />
      )}
    </>
  )
}

function Order({ market, onPick }: Pick<ContractTradePhoneProps, "market" | "onPick">) {
  const isLeft = chosen(useSnapshot(choices).all, "hand") === "left"
  return (
    <div className={styles.scroll}>
      <div className={classNames(styles.both, isLeft && styles.leftHanded, isLeft && ticket.leftHanded)}>
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
  )
}
