/** Commands that place orders as one group. */

import type { StpMode } from "#core/instrument/instrument.ts"
import type { OrderSide } from "#core/instrument/price-rule.ts"
import type { Lots, Ticks, TimeMs } from "#core/money/units.ts"
import type { TriggerSource } from "#core/order/order-status.ts"
import type { ScaledTerms } from "#core/order/scaled-order.ts"
import type { AccountId, Remembered } from "../sender.ts"

/** What the orders of a group have in common. */
interface GroupFields extends Remembered {
  account: AccountId
  instrument: string
  side: OrderSide
  reduceOnly?: boolean
  /** Contracts in hedge mode only (P19). */
  positionSide?: "long" | "short"
  stp?: StpMode
  /** Of each of them (S14). */
  expiresAt?: TimeMs
  /** S12, as the client order id of a placement. */
  key?: string
  sentAt?: TimeMs
}
/** S16: a limit order and a stop of one side and size; what happens to one cancels the other. */
export interface PlaceOco extends GroupFields {
  type: "order.oco"
  quantity: Lots
  /** Of the limit order, which is post-only. */
  price: Ticks
  stopPrice: Ticks
  /** Limit of the stop; left out: by market, contracts only. */
  stopLimit?: Ticks
  /** Contracts only; default `last`. */
  stopSource?: TriggerSource
}
/** S17: limit orders at even steps between two prices, all post-only; all of them, or none. */
export interface PlaceScaled extends GroupFields, ScaledTerms {
  type: "order.scaled"
}
