/** Icebergs: limit orders of which the book shows a part at a time (S19): which part may be shown. */

import type { TradedInstrument } from "../instrument/instrument.ts"
import { formatAmount, formatSteps } from "../money/steps.ts"
import type { Problem } from "../wire/problem.ts"

/** The shown part is at least so much of the whole: an order is refilled at most one time less. */
export const ICEBERG_PARTS_MOST = 100

interface IcebergTerms {
  /** Ticks. */
  price: number
  /** Lots of the whole order, and of the part that is shown. */
  quantity: number
  shown: number
}

/**
 * The least part that an order of this price and size may show, in lots: an order of that size would itself be accepted, and
 * it is a hundredth of the whole, rounded up.
 */
function leastShown(
  { minQuantity, minNotional, notionalUnit }: TradedInstrument,
  { price, quantity }: Pick<IcebergTerms, "price" | "quantity">,
): number {
  const lotValue = BigInt(price) * notionalUnit
  const worth = lotValue > 0n ? Number((minNotional + lotValue - 1n) / lotValue) : 0
  return Math.max(minQuantity, worth, Math.ceil(quantity / ICEBERG_PARTS_MOST))
}

/** `LOT` where it is no whole number of lots; `ICEBERG_RANGE` outside of {@link leastShown} and the whole. */
export function checkIceberg(
  instrument: TradedInstrument,
  terms: IcebergTerms,
): Problem<"LOT" | "ICEBERG_RANGE"> | undefined {
  const { shown, quantity } = terms
  const { lot, base } = instrument
  if (!Number.isSafeInteger(shown)) return { name: "LOT", values: { lot: formatAmount(lot) } }
  const least = leastShown(instrument, terms)
  if (shown >= least && shown <= quantity) return undefined
  return { name: "ICEBERG_RANGE", values: { least: formatSteps(least, lot), currency: base } }
}
