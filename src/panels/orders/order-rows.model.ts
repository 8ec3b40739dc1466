/** What does a row of an own order or fill say beyond what came over the wire? Exact figures, as plain wire text. */

import { formatAmount, parseAmount } from "#core/money/steps.ts"
import type { SpotOrder } from "#core/wire/trading.ts"

const UNITS = 100_000_000n

/** Units of 1e-8; what isn't there, or isn't a plain amount, counts as nothing. */
export function unitsOf(text: string): bigint {
  const read = parseAmount(text)
  return read.ok ? read.value : 0n
}

/**
 * What an open order is worth in the quote currency: its budget, or price × total quantity, to the last digit.
 * Undefined where it has neither price nor budget.
 */
export function orderTotal(order: SpotOrder): string | undefined {
  if (order.budget !== "") return order.budget
  if (order.price === "" || order.quantity === "") return undefined
  return formatAmount((unitsOf(order.price) * unitsOf(order.quantity)) / UNITS, 2)
}

/** Mean price of what has filled, rounded half up to so many decimals; undefined while nothing has. */
export function averagePrice(order: SpotOrder, decimals: number): string | undefined {
  const executed = unitsOf(order.executed)
  if (executed === 0n) return undefined
  const step = 10n ** BigInt(8 - Math.min(8, decimals))
  const mean = (unitsOf(order.executedQuote) * UNITS * 2n + executed) / (executed * 2n)
  return formatAmount(((mean + step / 2n) / step) * step, decimals)
}

/** Whole percent of the order that has filled, rounded down: 100 only when all of it has. */
export function filledPercent(order: SpotOrder): number {
  if (order.status === "filled") return 100
  const [part, whole] =
    order.quantity === "" ? [order.executedQuote, order.budget] : [order.executed, order.quantity]
  const total = unitsOf(whole)
  return total === 0n ? 0 : Number((unitsOf(part) * 100n) / total)
}

/** How many decimals a wire step has: `0.01` has two, `1` none. Of an unknown market two. */
export const decimalsOf = (step: string | undefined): number =>
  step === undefined ? 2 : (step.split(".")[1]?.length ?? 0)

/** `BTC_USDT` as it is read: `BTC/USDT`. */
export const pairName = (instrument: string): string => instrument.replaceAll("_", "/")

/** Base and quote currency of a spot market's id. */
export function currenciesOf(instrument: string): { base: string; quote: string } {
  const [base = "", quote = ""] = instrument.split("_")
  return { base, quote }
}
