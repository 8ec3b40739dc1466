/** The trade screen of a spot market: the layout of all trade screens with spot's ticket, orders and figures. */

import { useCallback, useEffect } from "react"
import { useTranslation } from "react-i18next"
import type { Interval } from "#core/candle/interval.ts"
import type { SpotMarket } from "#core/wire/market.ts"
import { InstrumentFigures, PriceHead, PriceLine } from "../../panels/price-head/price-head.view.tsx"
import { useTitlePrice } from "../../panels/price-head/title-price.ts"
import { TicketPanel } from "../../panels/ticket/ticket.view.tsx"
import { TicketSheet } from "../../panels/ticket/ticket-sheet.view.tsx"
import { useGo } from "../../places/screen-link.tsx"
import { tradeAddress } from "../../places/trade-address.ts"
import { isLoggedIn } from "../../stores/session-store.ts"
import { endTicket, openTicket, pickPrice, pickSide, type Side } from "../../stores/ticket-store.ts"
import { ActionBar } from "../../trade-layout/action-bar.view.tsx"
import { TradeLayout, useHasTicketColumn } from "../../trade-layout/trade-layout.view.tsx"
import { useIsDesk } from "../../ui/width.ts"
import { OrdersButton, OrdersPlace } from "./own-orders.view.tsx"
import { SpotTradePhone } from "./spot-trade-phone.view.tsx"

export interface SpotTradeProps {
  market: SpotMarket
  interval: Interval
  onInterval: (interval: Interval) => void
}

export function SpotTradeView(props: SpotTradeProps) {
  const { market } = props
  const { t } = useTranslation("market")
  useTitlePrice(market.id, `${market.base}/${market.quote}`)
  const { onPick, onTrade, onTicket } = useTicketOpening(market)
  useEndingTicket()
  const { base } = market
  const isDesk = useIsDesk()
  const actions = (
    <ActionBar
      labels={{ buy: t("ticket.buyCoin", { base }), sell: t("ticket.sellCoin", { base }) }}
      onTrade={onTrade}
    />
  )
  return (
    <TradeLayout
      {...props}
      onPick={onPick}
      onTicket={onTicket}
      parts={{
        head: <PriceHead market={market} />,
        headLine: <PriceLine market={market} />,
        deskFigures: <InstrumentFigures market={market} />,
        phone: <SpotTradePhone {...props} onPick={onPick} onTicket={onTicket} actions={actions} />,
        actions,
        ticket: <TicketPanel market={market} hasSide={isDesk} />,
        ticketSheet: <TicketSheet market={market} />,
        lists: (form) => <OrdersPlace market={market} form={form} />,
        listsButton: <OrdersButton market={market} />,
      }}
    />
  )
}

/** What a press on a level, or on Buy and Sell, does: it fills the ticket, and opens it where it isn't beside the book. */
function useTicketOpening(market: SpotMarket) {
  const go = useGo()
  const hasTicket = useHasTicketColumn()
  const { id } = market
  const loginBack = tradeAddress(market)
  // A visitor is led to the login, and from there back here.
  const toTicket = useCallback(() => {
    if (isLoggedIn()) openTicket(true)
    else go("/login", { to: loginBack })
  }, [go, loginBack])
  const onPick = useCallback(
    (side: Side, price: string) => {
      pickPrice(id, { side, price }, { keepsSide: hasTicket })
      if (!hasTicket) toTicket()
    },
    [id, hasTicket, toTicket],
  )
  const onTrade = useCallback(
    (side: Side) => {
      pickSide(id, side)
      toTicket()
    },
    [id, toTicket],
  )
  const onTicket = useCallback(() => {
    if (!hasTicket) toTicket()
  }, [hasTicket, toTicket])
  return { onPick, onTrade, onTicket }
}

/** The ticket ends with its screen. A visitor's outlasts the login, which leads back here. */
function useEndingTicket(): void {
  useEffect(
    () => () => {
      if (isLoggedIn()) endTicket()
    },
    [],
  )
}
