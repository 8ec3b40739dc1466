/** Which amount is a share of what is available, and which share is an amount? The amount leads, the slider follows. */

import { formatAmount, formatSteps } from "#core/money/steps.ts"
import type { OrderPreview } from "#core/order/order-preview.ts"
import { walkBook } from "#core/order/walk-book.ts"
import type { DraftInput, DraftOrder } from "./order-draft.ts"

/** A budget is rounded to cents of the quote while there are any to speak of. */
const CENTS = 1_000_000n
const ONE_COIN = 100_000_000n

/** All that the balance allows, as wire text in the unit of the amount field; undefined: nothing, or unknown. */
export const mostAmount = (input: DraftInput, order: DraftOrder): string | undefined =>
  shareAmount(input, order, 100)

/** `percent` of it, 0 … 100, rounded down to a lot. */
export function shareAmount(input: DraftInput, order: DraftOrder, percent: number): string | undefined {
  const { available, form, instrument } = input
  if (!available) return undefined
  const { side } = order
  const free = ((side === "buy" ? available.quote : available.base) * BigInt(Math.round(percent))) / 100n
  if (side === "buy" && order.orderType === "market" && form.unit === "quote")
    return free > 0n ? formatAmount(inCents(free)) : undefined
  const lots = side === "buy" ? lotsFor(input, order, free) : Number(free / instrument.lot)
  if (lots === undefined || lots < 1) return undefined
  if (form.unit === "base") return formatSteps(lots, instrument.lot)
  if (order.price !== undefined)
    return formatAmount(BigInt(order.price) * BigInt(lots) * instrument.notionalUnit)
  const { turnover } = walkBook(instrument, input.ladder, { side, lots })
  return turnover > 0n ? formatAmount(turnover) : undefined
}

/** Whole percent of what is available that the order holds, 0 … 100. */
export function shareOf({ available, instrument }: DraftInput, preview: OrderPreview | undefined): number {
  if (!available || !preview) return 0
  const free = preview.hold.currency === instrument.base ? available.base : available.quote
  if (free <= 0n) return 0
  const percent = Number((preview.hold.amount * 1000n) / free) / 10
  return Math.min(100, Math.round(percent))
}

/** The most lots that an amount of the quote pays for, their fee inside where it is in the quote (S10). */
function lotsFor(input: DraftInput, order: DraftOrder, free: bigint): number | undefined {
  const { instrument, ladder, fees } = input
  const isMarket = order.orderType === "market"
  const rate = isMarket || fees.taker > fees.maker ? fees.taker : fees.maker
  const rateInside = fees.feeIn === "quote" && rate > 0n ? rate : undefined
  if (isMarket) return walkBook(instrument, ladder, { side: "buy", budget: free, rateInside }).lots
  if (order.price === undefined) return undefined
  const oneLevel = { bids: [], asks: [order.price, instrument.maxQuantity] }
  return walkBook(instrument, oneLevel, { side: "buy", budget: free, rateInside }).lots
}

const inCents = (units: bigint) => (units >= ONE_COIN ? (units / CENTS) * CENTS : units)
