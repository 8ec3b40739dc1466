/** Branded unit types, so that for example a quantity can't be passed as a price. */

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
/** Value in 1e-16 of the quote, exact: price (1e-8) × quantity (1e-8); cost, unrealised profit, margin that is only counted. */
export type Fine = bigint & Unit<"Fine">

/** Decimal text of a price on the wire: plain digits and at most one point, no exponent, no grouping. */
export type PriceText = string & Unit<"PriceText">
/** Decimal text of a quantity on the wire. */
export type QuantityText = string & Unit<"QuantityText">

/** Epoch milliseconds, UTC. */
export type TimeMs = number

/** 1e8: how many units one whole coin has. */
export const UNITS_PER_COIN = 100_000_000n
/** Nothing of a currency. */
export const NO_AMOUNT = 0n as Amount
/** No value, in fine units. */
export const NO_FINE = 0n as Fine
/** Nothing of an instrument. */
export const NO_LOTS = 0 as Lots
/** Largest price in ticks and quantity in lots that an order may have (U4). */
export const STEP_COUNT_MAX = 2 ** 40

/** Sum of two amounts of one currency; it stays an amount. Which currency, the type doesn't know. */
export const addAmounts = (one: Amount, other: Amount): Amount => (one + other) as Amount

/** What is left of an amount without another of its currency; below zero when that is larger. */
export const subtractAmount = (from: Amount, amount: Amount): Amount => (from - amount) as Amount

/** An amount of the quote as a value in fine units. */
export const fineOf = (amount: Amount): Fine => (amount * UNITS_PER_COIN) as Fine

/** A number without its sign. */
export const magnitude = (value: bigint): bigint => (value < 0n ? -value : value)
