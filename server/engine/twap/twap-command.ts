/** Commands about orders that are traded in slices over a time (S20). */

import type { OrderSide } from "#core/instrument/price-rule.ts"
import type { Lots, Ticks, TimeMs } from "#core/money/units.ts"
import type { TwapTimes } from "#core/order/twap.ts"
import type { AccountId, Remembered } from "../sender.ts"

/** Its first slice is sent with it: refused as that is, or for its own terms. */
export interface PlaceTwap extends Remembered, TwapTimes {
  type: "twap.place"
  account: AccountId
  instrument: string
  side: OrderSide
  /** Of all slices together. */
  quantity: Lots
  /** No slice trades beyond it; left out: each is by market. */
  price?: Ticks
  /** Sizes are random, out of this: 32 bits. Left out: even. */
  seed?: number
  reduceOnly?: boolean
  /** Contracts in hedge mode only (P19). */
  positionSide?: "long" | "short"
  /** S12. */
  key?: string
  sentAt?: TimeMs
}

/** Pausing and resuming what isn't running or paused is done already. One that has ended is put away by `end`. */
export interface ChangeTwap {
  type: "twap.change"
  account: AccountId
  twap: number
  act: "pause" | "resume" | "end"
}
