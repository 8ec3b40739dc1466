/** The trade screen of a spot market, in the shape that the window asks for. */

import { lazy, Suspense, useCallback } from "react"
import type { Interval } from "#core/candle/interval.ts"
import type { SpotMarket } from "#core/wire/market.ts"
import { useGo } from "../../app/screen-link.tsx"
import { useTitlePrice } from "../../panels/price-head/title-price.ts"
import { TicketSheet } from "../../panels/ticket/ticket-sheet.view.tsx"
import { isLoggedIn } from "../../stores/session-store.ts"
import { openTicket, pickPrice, pickSide, type Side } from "../../stores/ticket-store.ts"
import { useScreenForm } from "./screen-form.ts"
import { SpotTradeLandscape } from "./spot-trade-landscape.view.tsx"
import { SpotTradePhone } from "./spot-trade-phone.view.tsx"
import { SpotTradeTablet } from "./spot-trade-tablet.view.tsx"

/** What every shape gets: the market, the chart's interval, and what a press on a level or on Buy does. */
export interface TradeShapeProps {
  market: SpotMarket
  interval: Interval
  onInterval: (interval: Interval) => void
  onPick: (side: Side, price: string) => void
  onTrade: (side: Side) => void
}

interface SpotTradeViewProps {
  market: SpotMarket
  interval: Interval
  onInterval: (interval: Interval) => void
}

/** The terminal's resizable panels weigh more than all of a phone's screen. */
const SpotTradeDesk = lazy(() =>
  import("./spot-trade-desk.view.tsx").then((module) => ({ default: module.SpotTradeDesk })),
)

const SHAPES = {
  phone: SpotTradePhone,
  landscape: SpotTradeLandscape,
  tablet: SpotTradeTablet,
  desk: SpotTradeDesk,
} as const

export function SpotTradeView({ market, interval, onInterval }: SpotTradeViewProps) {
  const form = useScreenForm()
  const go = useGo()
  const { id } = market
  useTitlePrice(id, `${market.base}/${market.quote}`)
  const hasTicket = form === "desk" || form === "tablet"
  // Without a ticket beside the book a tap opens it; a visitor's leads to the login, and from there back here.
  const toTicket = useCallback(() => {
    if (isLoggedIn()) openTicket(true)
    else go("/login", { to: `/pages/spot/trade?symbol=${id}` })
  }, [go, id])
  const onPick = useCallback(
    (side: Side, price: string) => {
      pickPrice(id, side, price)
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
  const Shape = SHAPES[form]
  return (
    <Suspense fallback={null}>
      <Shape {...{ market, interval, onInterval, onPick, onTrade }} />
      {hasTicket ? null : <TicketSheet market={market} />}
    </Suspense>
  )
}
