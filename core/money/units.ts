/** Which numbers may meet? Unit types that do not mix, so that a quantity can't pass as a price. */

declare const unit: unique symbol

/** A mark that lives only in the type. A record, so that marks nest instead of collapsing to `never`. */
type Unit<Name extends string> = { readonly [unit]: { readonly [N in Name]: true } }

/** Order price as a whole number of ticks of its instrument, 1 … 2^40. */
export type Ticks = number & Unit<"Ticks">
/** Quantity as a whole number of lots of its instrument, 1 … 2^40; a level's sum stays below 2^53. */
export type Lots = number & Unit<"Lots">
/** Amount of a currency in units of 1e-8. */
export type Amount = bigint & Unit<"Amount">
/** Price in 1e-8 of the quote currency (index, mark, average prices that count in money). */
export type Price8 = bigint & Unit<"Price8">

/** Decimal text of a price on the wire: plain digits and at most one point, no exponent, no grouping. */
export type PriceText = string & Unit<"PriceText">
/** Decimal text of a quantity on the wire. */
export type QuantityText = string & Unit<"QuantityText">

/** Epoch milliseconds, UTC. */
export type TimeMs = number

/** 1e8: how many units one whole coin has. */
export const UNITS_PER_COIN = 100_000_000n
/** Largest price in ticks and quantity in lots that an order may have (exchange.md section 1). */
export const STEP_COUNT_MAX = 2 ** 40
