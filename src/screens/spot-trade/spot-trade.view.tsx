/** The trade screen of a spot market, in the shape that the window asks for. */

import i18next from "i18next"
import { lazy, Suspense, useCallback } from "react"
import type { Interval } from "#core/candle/interval.ts"
import type { SpotMarket } from "#core/wire/market.ts"
import { useGo } from "../../app/screen-link.tsx"
import { useTitlePrice } from "../../panels/price-head/title-price.ts"
import { isLoggedIn } from "../../stores/session-store.ts"
import { pickPrice, pickSide, type Side } from "../../stores/ticket-store.ts"
import { showToast } from "../../ui/toaster.ts"
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
  // Without a ticket on screen a visitor's tap leads to the login, and from there back here.
  const logIn = useCallback(() => {
    if (isLoggedIn()) showToast("info", i18next.t("market:ticket.notYet"))
    else go("/login", { to: `/pages/spot/trade?symbol=${id}` })
  }, [go, id])
  const onPick = useCallback(
    (side: Side, price: string) => {
      pickPrice(id, side, price)
      if (!hasTicket) logIn()
    },
    [id, hasTicket, logIn],
  )
  const onTrade = useCallback(
    (side: Side) => {
      pickSide(id, side)
      logIn()
    },
    [id, logIn],
  )
  const Shape = SHAPES[form]
  return (
    <Suspense fallback={null}>
      <Shape {...{ market, interval, onInterval, onPick, onTrade }} />
    </Suspense>
  )
}
