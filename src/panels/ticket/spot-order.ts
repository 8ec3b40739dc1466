/** What a spot order adds to the draft of every order: what it holds, what a share of the balance buys, what is sent. */

import type { SpotInstrument } from "#core/instrument/instrument.ts"
import { formatAmount, formatSteps } from "#core/money/steps.ts"
import type { Price8 } from "#core/money/units.ts"
import { holdRate } from "#core/order/fee.ts"
import { type Fees, type OrderPreview, previewOrder, trailingLadder } from "#core/order/order-preview.ts"
import { isMarketType } from "#core/order/order-status.ts"
import { type Ladder, walkBook } from "#core/order/walk-book.ts"
import type { AskOf } from "#core/wire/endpoint.ts"
import type { SpotMarket } from "#core/wire/market.ts"
import type { placeSpotOrder } from "#core/wire/spot-calls.ts"
import type { Draft, DraftInput, DraftOrder, OrderKind } from "../../ticket/order-draft.ts"
import { centsBelow } from "../../ticket/short-amount.ts"
import { bookTermsOf } from "../../ticket/ticket-market.ts"

export type SpotOrderRequest = AskOf<typeof placeSpotOrder>

export interface SpotDraftInput extends DraftInput {
  fees: Fees
  /** Free in the funding account, in 1e-8; undefined while unknown. */
  available: { base: bigint; quote: bigint } | undefined
}

export const instrumentOf = (market: SpotMarket): SpotInstrument => ({ kind: "spot", ...bookTermsOf(market) })

export const SPOT_ORDER: OrderKind<SpotDraftInput, SpotOrderRequest, OrderPreview> = {
  cost: (input, order) => {
    const ladder = order.orderType === "trailing-stop" ? ladderAtStop(input, order) : input.ladder
    const previewed = { ...order, timeInForce: order.validity }
    return ladder && previewOrder(input.instrument, previewed, input.fees, ladder)
  },
  free: ({ available, instrument }, currency) =>
    currency === instrument.base ? available?.base : available?.quote,
  share: shareAmount,
  request: requestOf,
}

/** Where a trailing stop would fire if the price turned as soon as it follows; undefined while that isn't known. */
function ladderAtStop({ instrument, prices }: SpotDraftInput, order: DraftOrder): Ladder | undefined {
  const { side, distance } = order
  const from = order.stopPrice ?? prices.last ?? (side === "buy" ? prices.bestAsk : prices.bestBid)
  if (distance === undefined || from === undefined) return undefined
  return trailingLadder(instrument, { side, distance }, (BigInt(from) * instrument.tick) as Price8)
}

/** `percent` of what is available, 0 … 100, rounded down to a lot. */
function shareAmount(input: SpotDraftInput, order: DraftOrder, percent: number): string | undefined {
  const { available, form, instrument } = input
  if (!available) return undefined
  const { side } = order
  const free = ((side === "buy" ? available.quote : available.base) * BigInt(Math.round(percent))) / 100n
  if (side === "buy" && isMarketType(order.orderType) && form.unit === "quote")
    return free > 0n ? formatAmount(centsBelow(free)) : undefined
  const lots = side === "buy" ? lotsFor(input, order, free) : Number(free / instrument.lot)
  if (lots === undefined || lots < 1) return undefined
  if (form.unit === "base") return formatSteps(lots, instrument.lot)
  if (order.price !== undefined)
    return formatAmount(BigInt(order.price) * BigInt(lots) * instrument.notionalUnit)
  const { turnover } = walkBook(instrument, input.ladder, { side, lots })
  return turnover > 0n ? formatAmount(turnover) : undefined
}

/** The most lots that an amount of the quote pays for, their fee inside where it is in the quote (S10). */
function lotsFor(input: SpotDraftInput, order: DraftOrder, free: bigint): number | undefined {
  const { instrument, ladder, fees } = input
  const isMarket = order.orderType === "market"
  const rate = holdRate(fees, isMarket || order.validity !== "gtc")
  const rateInside = fees.feeIn === "quote" && rate > 0n ? rate : undefined
  if (isMarket) return walkBook(instrument, ladder, { side: "buy", budget: free, rateInside }).lots
  if (order.price === undefined) return undefined
  const oneLevel = { bids: [], asks: [order.price, instrument.maxQuantity] }
  return walkBook(instrument, oneLevel, { side: "buy", budget: free, rateInside }).lots
}

function requestOf(
  { instrument: { id, tick, lot } }: SpotDraftInput,
  order: DraftOrder,
  readings: Draft["readings"],
): SpotOrderRequest {
  const { side, orderType, validity, expiresAt, postOnly, price, bestPrice } = order
  const { stopPrice, distance, quantity, budget } = order
  const request = {
    instrument: id,
    side,
    type: orderType,
    timeInForce: validity,
    ...(expiresAt === undefined ? {} : { expiresAt }),
    ...(bestPrice ? { bestPrice } : price === undefined ? {} : { price: formatSteps(price, tick) }),
    ...(stopPrice === undefined ? {} : { stopPrice: formatSteps(stopPrice, tick) }),
    ...(distance === undefined ? {} : { distance: formatAmount(distance) }),
    ...(quantity === undefined ? {} : { quantity: formatSteps(quantity, lot) }),
    ...(budget === undefined ? {} : { budget: readings.amount.text }),
    ...(postOnly ? { postOnly } : {}),
  }
  return request as SpotOrderRequest
}
