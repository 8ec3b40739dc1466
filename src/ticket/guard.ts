/** Warnings as values: what each tells, what mends it, and the limits that a user sets. */

import type { Freshness } from "#workers/market/market.api.ts"
import type { FieldName } from "./order-draft.ts"

/** What the user set; undefined: off. */
export interface GuardLimits {
  /** Percent that a price may lie from the market. */
  pricePercent: number | undefined
  /** Times the usual size. */
  sizeTimes: number | undefined
  /** Percent of what is available. */
  balancePercent: number | undefined
  /** Percent that a market order may cost beyond the middle of the book. */
  bookPercent: number | undefined
  /** Percent of an order that own orders in its way may be. */
  crossPercent: number | undefined
  /** Percent of a position by which an order may exceed it to the other side. */
  flipPercent: number | undefined
  /** Times the day's range that the liquidation price has to be away. */
  rangeTimes: number | undefined
}

/** Percents and times are for reading only. `mend`: what to put into which field, as wire text. */
export type Guard =
  | { kind: "stale"; freshness: Exclude<Freshness, { state: "live" }> }
  | { kind: "short"; found: string; mend?: Mend }
  | { kind: "thin"; percent: number; extra: string; mend?: Mend }
  | { kind: "far"; price: string; percent: number; isAbove: boolean; mend?: Mend }
  | { kind: "size"; times: number; percent: number; mend?: Mend }
  | { kind: "whole"; percent: number; mend?: Mend }
  /** The nearest of so many own orders that it would meet. */
  | { kind: "cross"; price: string; count: number; mend?: Mend }
  /** What it closes, and what it opens on the other side; in the base currency. */
  | { kind: "flip"; held: string; opened: string; mend?: Mend }
  /** Distance of the liquidation price, and the day's range; both of the price. */
  | { kind: "leverage"; leverage: number; price: string; percent: number; range: number; mend?: Mend }

export interface Mend {
  field: FieldName
  value: string
  /** The mend turns a market order into a limit. */
  makesLimit?: boolean
}
