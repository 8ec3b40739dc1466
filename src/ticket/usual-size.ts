/** What is usual of the user's own orders in a quote currency: an order many times as large is warned about. */

import { useSnapshot } from "valtio"
import type { TradedMarket } from "#core/wire/market.ts"
import { spotOrderHistory } from "#core/wire/spot-calls.ts"
import { useAnswer } from "../api/query.ts"
import { ownTrading } from "../stores/account-store.ts"
import { usualOf } from "./guards.ts"

/** Own orders looked at. */
const USUAL_ORDERS = 50

/**
 * Median of what the newest own orders came to, in 1e-8 of the quote; undefined: too few to tell. Of spot from the history,
 * of contracts from what traded on this page.
 */
export function useUsualSize({ kind, quote }: TradedMarket, isWanted: boolean): bigint | undefined {
  const isSpot = kind === "spot"
  const { data } = useAnswer(spotOrderHistory, { limit: USUAL_ORDERS }, isWanted && isSpot)
  const { ended } = useSnapshot(ownTrading[kind])
  const past = isSpot ? (data?.rows ?? []) : []
  const known = new Map([...past, ...ended].map((order) => [order.id, order]))
  const values = [...known.values()]
    .filter(({ instrument }) => instrument.endsWith(isSpot ? `_${quote}` : `_${quote}_PERP`))
    .map(({ executedQuote }) => executedQuote)
  return usualOf(values)
}
