/** The amount of a ticket as lots, or as the budget of an order by market. */

import { formatAmount, formatSteps } from "#core/money/steps.ts"
import { isMarketType } from "#core/order/order-status.ts"
import { type Reading, readAmount, readSteps } from "./field-reading.ts"
import type { DraftInput, DraftOrder } from "./order-draft.ts"
import { centsAbove } from "./short-amount.ts"

interface Size {
  reading: Reading
  quantity?: number
  budget?: bigint
}

/**
 * An amount in the quote currency is a budget by market, and else the lots that it pays for at the limit, down. Contracts
 * know no budgets: by market it is the lots at the best price, of a stop by market at its stop.
 */
export function readSize(input: DraftInput, prices: Pick<DraftOrder, "price" | "stopPrice">): Size {
  const { form, instrument } = input
  if (form.unit === "base") {
    const reading = readSteps(form.amount, input.mark, instrument.lot, "LOT")
    return reading.steps === undefined ? { reading } : { reading, quantity: reading.steps }
  }
  const { units, problem } = readAmount(form.amount, input.mark)
  if (units === undefined) return { reading: problem ? { problem } : {} }
  const isByMarket = form.type === "market" || form.type === "trailing-stop"
  if (isByMarket && instrument.kind !== "perpetual")
    return { reading: { text: formatAmount(units) }, budget: units }
  const at = tradedAt(input, { ...prices, orderType: form.type })
  if (at === undefined) return { reading: {} }
  const each = BigInt(at) * instrument.notionalUnit
  const lots = Number(units / each)
  if (lots > 0) return { reading: { steps: lots, text: formatSteps(lots, instrument.lot) }, quantity: lots }
  const values = { limit: formatSteps(instrument.minQuantity, instrument.lot), currency: instrument.base }
  const leastLots = BigInt(
    Math.max(instrument.minQuantity, Number((instrument.minNotional + each - 1n) / each)),
  )
  const mend = formatAmount(centsAbove(each * leastLots))
  return { reading: { problem: { kind: "refusal", problem: { name: "MIN_QUANTITY", values }, mend } } }
}

/**
 * Ticks that an order is counted at: its limit, the price of a stop by market, else the best opposite price as it is now;
 * undefined while that isn't typed or known.
 */
export function tradedAt(
  { form, prices }: DraftInput,
  order: Pick<DraftOrder, "orderType" | "price" | "stopPrice">,
): number | undefined {
  if (!isMarketType(order.orderType)) return order.price
  if (order.orderType === "stop-market") return order.stopPrice
  return (form.side === "buy" ? prices.bestAsk : prices.bestBid) ?? prices.last
}
