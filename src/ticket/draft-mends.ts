/** The value that would be right where a rule refuses one, as wire text; undefined where there is none. */

import { formatAmount, formatSteps, parseAmount } from "#core/money/steps.ts"
import { isMarketType } from "#core/order/order-status.ts"
import type { Problem } from "#core/wire/problem.ts"
import type { DraftInput, DraftOrder } from "./order-draft.ts"
import { centsAbove, centsBelow } from "./short-amount.ts"

/** The bound that the rule names; for post-only the nearest price that would rest. */
export function priceMend(problem: Problem, order: DraftOrder, input: DraftInput): string | undefined {
  const { instrument, prices } = input
  const { bound, least, most } = problem.values ?? {}
  if (bound !== undefined) return String(bound)
  if (problem.name === "POST_ONLY_WOULD_TAKE") {
    const ticks = order.side === "buy" ? (prices.bestAsk ?? 0) - 1 : (prices.bestBid ?? 0) + 1
    return ticks > 0 ? formatSteps(ticks, instrument.tick) : undefined
  }
  if (least === undefined || most === undefined || order.price === undefined) return undefined
  const lowest = parseAmount(String(least))
  const isBelow = lowest.ok && BigInt(order.price) * instrument.tick < lowest.value
  return String(isBelow ? least : most)
}

/** In the unit of the field: base or quote. */
export function sizeMend(problem: Problem, order: DraftOrder, input: DraftInput): string | undefined {
  const each = priceOf(order, input)
  const lots = lotsMend(problem, order, input)
  if (lots === undefined || lots < 1) return undefined
  const { form, instrument } = input
  if (form.unit === "base") return formatSteps(lots, instrument.lot)
  if (each === undefined) return undefined
  const value = each * BigInt(lots)
  return formatAmount(problem.name.startsWith("MIN_") ? centsAbove(value) : centsBelow(value))
}

function lotsMend(problem: Problem, order: DraftOrder, input: DraftInput): number | undefined {
  const { instrument, ownLimit } = input
  const each = priceOf(order, input)
  switch (problem.name) {
    case "MIN_QUANTITY":
      return instrument.minQuantity
    case "MAX_QUANTITY":
      return isMarketType(order.orderType) ? instrument.maxMarketQuantity : instrument.maxQuantity
    case "MIN_NOTIONAL": {
      if (each === undefined) return undefined
      const lots = Number((instrument.minNotional + each - 1n) / each)
      return Math.max(instrument.minQuantity, lots)
    }
    case "OWN_LIMIT":
      return each === undefined || ownLimit === undefined ? undefined : Number(ownLimit / each)
    default:
      return undefined
  }
}

/** What one lot is worth in 1e-8 of the quote: at the limit, else at the price it would trade at first. */
function priceOf({ price, side }: DraftOrder, { prices, instrument }: DraftInput): bigint | undefined {
  const ticks = price ?? (side === "buy" ? prices.bestAsk : prices.bestBid) ?? prices.last
  return ticks === undefined ? undefined : BigInt(ticks) * instrument.notionalUnit
}
