/** The price of a limit order that is named by a side of the book, as the page's book has it (S18). */

import { formatSteps } from "#core/money/steps.ts"
import { bestPriceSide } from "#core/order/best-price.ts"
import type { Reading } from "./field-reading.ts"
import type { DraftInput } from "./order-draft.ts"

/** Undefined where the price is typed. Empty until the book is known; refused where only this side of it is empty. */
export function namedPrice({ form, prices, instrument }: DraftInput): Reading | undefined {
  if (!form.bestPrice || form.type !== "limit") return undefined
  const side = bestPriceSide(form.side, form.bestPrice)
  const steps = side === "buy" ? prices.bestBid : prices.bestAsk
  if (steps !== undefined) return { steps, text: formatSteps(steps, instrument.tick) }
  const isBookKnown = prices.bestBid !== undefined || prices.bestAsk !== undefined
  if (!isBookKnown) return {}
  return { problem: { kind: "refusal", problem: { name: "NO_BEST_PRICE", values: { side } } } }
}
