/** Best bid and best offer as the price of a limit order that is named instead of typed (S18). */

import type { OrderSide } from "../instrument/price-rule.ts"

/** `queue`: the best price of the order's own side, whose queue it joins; `counterparty`: that of the other, from which it takes. */
export const BEST_PRICES = ["queue", "counterparty"] as const
export type BestPrice = (typeof BEST_PRICES)[number]

/** The side of the book whose best price is meant. `queue` of a buy is `buy`. */
export const bestPriceSide = (side: OrderSide, named: BestPrice): OrderSide =>
  (named === "queue") === (side === "buy") ? "buy" : "sell"
