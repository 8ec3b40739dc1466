/** The trade screen of a contract: the layout of all trade screens with its own ticket, lists and figures. */

import { useCallback, useEffect, useMemo } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import type { Interval } from "#core/candle/interval.ts"
import type { ContractMarket } from "#core/wire/market.ts"
import { ContractTicketScope } from "../../panels/contract-ticket/contract-scope.view.tsx"
import { ContractTicketPanel } from "../../panels/contract-ticket/contract-ticket.view.tsx"
import { ContractFigures, ContractHead } from "../../panels/price-head/contract-head.view.tsx"
import { PriceLine } from "../../panels/price-head/price-head.view.tsx"
import { useTitlePrice } from "../../panels/price-head/title-price.ts"
import { endTicket, openTicket, pickPrice, pickSide, type Side, ticket } from "../../stores/ticket-store.ts"
import { marketTitle } from "../../text/market-title.ts"
import { ActionBar } from "../../trade-layout/action-bar.view.tsx"
import { useScreenForm } from "../../trade-layout/screen-form.ts"
import { TradeLayout } from "../../trade-layout/trade-layout.view.tsx"
import { useIsDesk } from "../../ui/width.ts"
import { ContractOrdersButton, ContractOrdersPlace } from "./contract-orders.view.tsx"
import { ContractTradePhone } from "./contract-trade-phone.view.tsx"

interface ContractTradeProps {
  market: ContractMarket
  interval: Interval
  onInterval: (interval: Interval) => void
}

export function ContractTradeView(props: ContractTradeProps) {
  const { market } = props
  useTitlePrice(market.id, marketTitle(market.id))
  useEffect(() => endTicket, [])
  // On a phone that lies down ticket and book take turns; everywhere else both stand on the screen.
  const isTurning = useScreenForm() === "landscape"
  const { isOpen } = useSnapshot(ticket)
  // The same element while the ticket's state moves: only its own parts are drawn anew.
  const screen = useMemo(() => <Screen {...props} isTurning={isTurning} />, [props, isTurning])
  return (
    <ContractTicketScope market={market} isShown={!isTurning || isOpen}>
      {screen}
    </ContractTicketScope>
  )
}

function Screen(props: ContractTradeProps & { isTurning: boolean }) {
  const { market, interval, onInterval, isTurning } = props
  const { t } = useTranslation("perpetual")
  const isDesk = useIsDesk()
  const { id } = market
  const onPick = useCallback(
    (side: Side, price: string) => {
      pickPrice(id, { side, price }, { keepsSide: !isTurning })
      if (isTurning) openTicket(true)
    },
    [id, isTurning],
  )
  const onTicket = useCallback(() => {
    if (isTurning) openTicket(true)
  }, [isTurning])
  const onTrade = useCallback(
    (side: Side) => {
      pickSide(id, side)
      openTicket(true)
    },
    [id],
  )
  return (
    <TradeLayout
      market={market}
      interval={interval}
      onInterval={onInterval}
      onPick={onPick}
      onTicket={onTicket}
      parts={{
        head: <ContractHead market={market} />,
        headLine: <PriceLine market={market} />,
        deskFigures: <ContractFigures market={market} />,
        phone: (
          <ContractTradePhone market={market} interval={interval} onInterval={onInterval} onPick={onPick} />
        ),
        actions: isTurning ? (
          <ActionBar labels={{ buy: t("ticket.openLong"), sell: t("ticket.openShort") }} onTrade={onTrade} />
        ) : null,
        ticket: <ContractTicketPanel hasSide={isDesk} />,
        ticketSheet: null,
        lists: (form) => <ContractOrdersPlace market={market} form={form} />,
        listsButton: <ContractOrdersButton market={market} />,
      }}
    />
  )
}
