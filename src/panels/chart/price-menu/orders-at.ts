/** Which orders make sense at a price: below the last price one buys cheaper or stops a fall, above it the other way round. */

import type { ChartOrder } from "../../../stores/ticket-store.ts"

type PricedOrder = Pick<ChartOrder, "side" | "kind">

/**
 * Prices in 1e-8. At the last price, or while none is known, both limits.
 * @example ordersAt(99n, 100n) // [{ side: "buy", kind: "limit" }, { side: "sell", kind: "stop" }]
 */
export function ordersAt(price: bigint, last: bigint | undefined): readonly PricedOrder[] {
  const limit = (side: ChartOrder["side"]): PricedOrder => ({ side, kind: "limit" })
  const stop = (side: ChartOrder["side"]): PricedOrder => ({ side, kind: "stop" })
  if (last === undefined || price === last) return [limit("buy"), limit("sell")]
  return price < last ? [limit("buy"), stop("sell")] : [limit("sell"), stop("buy")]
}
