/** What an order will cost, bring and hold, by the engine's own formulas, before it is sent (U1, U5, S10, S11). */

import type { TradedInstrument } from "../instrument/instrument.ts"
import { notional } from "../instrument/listing.ts"
import type { OrderSide } from "../instrument/price-rule.ts"
import type { Price8 } from "../money/units.ts"
import { feeOf, holdRate } from "./fee.ts"
import { isMarketType, type OrderType } from "./order-status.ts"
import { type TrailingTerms, trailingLevel } from "./trailing-stop.ts"
import { type Ladder, type Walk, walkBook } from "./walk-book.ts"

/** What this user pays; rates in 1e-8. */
export interface Fees {
  maker: bigint
  taker: bigint
  /** S11. `received`: a buyer pays in base, a seller in quote; `quote`: both in quote. */
  feeIn: "received" | "quote"
}

export interface PreviewedOrder {
  side: OrderSide
  orderType: OrderType
  /** In ticks; not of an order by market. */
  price?: number | undefined
  /** In lots; an order by market may have a budget instead. */
  quantity?: number | undefined
  budget?: bigint | undefined
  postOnly?: boolean | undefined
  /** Default `gtc`; an order that can't rest never pays the maker's rate. */
  timeInForce?: "gtc" | "ioc" | "fok" | undefined
}

/** Amounts in 1e-8 of the currency beside them. */
export interface OrderPreview {
  /** Bought or sold when all of it trades; of a market order what the book has for it now. */
  lots: number
  turnover: bigint
  /** Rate the fee is reckoned at, in 1e-8: the higher one of an order that may rest or take. */
  rate: bigint
  fee: { amount: bigint; currency: string }
  pays: { amount: bigint; currency: string }
  gets: { amount: bigint; currency: string }
  /** What has to be available. */
  hold: { amount: bigint; currency: string }
  /** Orders by market: found by walking the book handed in. */
  walk?: Walk
}

/**
 * Of a limit order exact for the worst case: all of it trades at its own price and at the higher rate, so a buyer pays
 * at most and a seller gets at least this. Of a market order by the book handed in; of a trailing stop by the one that is
 * expected where it fires ({@link trailingLadder}).
 */
export function previewOrder(
  instrument: TradedInstrument,
  order: PreviewedOrder,
  fees: Fees,
  ladder: Ladder,
): OrderPreview | undefined {
  if (isMarketType(order.orderType)) return previewMarket(instrument, order, fees, ladder)
  const { price, quantity } = order
  if (price === undefined || quantity === undefined) return undefined
  const takesOnly = order.timeInForce === "ioc" || order.timeInForce === "fok"
  const either = takesOnly || fees.taker > fees.maker ? fees.taker : fees.maker
  const rate = order.postOnly ? fees.maker : either
  const turnover = notional(instrument, price, quantity)
  const preview = settle(instrument, { side: order.side, lots: quantity, turnover }, rate, fees.feeIn)
  // S10: a hold never counts on a rebate.
  const held = turnover + (fees.feeIn === "quote" ? feeOf(turnover, holdRate(fees, takesOnly)) : 0n)
  const hold = order.side === "buy" ? { amount: held, currency: instrument.quote } : preview.pays
  return { ...preview, hold }
}

/**
 * S9: what a trailing stop is expected to find: all that it may trade, at the price where it fires if the price turns at once.
 * `from`: where it begins to follow, 1e-8 of the quote.
 * @example a sell at 10 % from 100: everything at 90
 */
export function trailingLadder(instrument: TradedInstrument, terms: TrailingTerms, from: Price8): Ladder {
  const level = trailingLevel(terms, { activation: undefined, extreme: from }, instrument.tick) ?? from
  // A sell from one tick would fire at nothing.
  const ticks = Math.max(1, Number(level / instrument.tick))
  const all = [ticks, instrument.maxQuantity]
  return { bids: all, asks: all }
}

function previewMarket(
  instrument: TradedInstrument,
  order: PreviewedOrder,
  fees: Fees,
  ladder: Ladder,
): OrderPreview | undefined {
  const { side, quantity, budget } = order
  if (quantity === undefined && budget === undefined) return undefined
  const rateInside = side === "buy" && fees.feeIn === "quote" ? fees.taker : undefined
  const walk = walkBook(instrument, ladder, {
    side,
    lots: quantity,
    budget: quantity === undefined ? budget : undefined,
    rateInside,
  })
  const traded = { side, lots: walk.lots, turnover: walk.turnover }
  const preview = settle(instrument, traded, fees.taker, fees.feeIn)
  const { base, quote } = instrument
  if (side === "sell") {
    const lots = quantity ?? walk.lots
    return { ...preview, walk, hold: { amount: BigInt(lots) * instrument.lot, currency: base } }
  }
  return { ...preview, walk, hold: budget === undefined ? preview.pays : { amount: budget, currency: quote } }
}

/** Both sides of what trades, the fee taken where it falls due. */
function settle(
  instrument: TradedInstrument,
  traded: { side: OrderSide; lots: number; turnover: bigint },
  rate: bigint,
  feeIn: Fees["feeIn"],
): OrderPreview {
  const { base, quote, lot } = instrument
  const { side, lots, turnover } = traded
  const quantity = BigInt(lots) * lot
  const isBaseFee = side === "buy" && feeIn === "received"
  const fee = isBaseFee
    ? { amount: feeOf(quantity, rate), currency: base }
    : { amount: feeOf(turnover, rate), currency: quote }
  const pays =
    side === "buy"
      ? { amount: isBaseFee ? turnover : turnover + fee.amount, currency: quote }
      : { amount: quantity, currency: base }
  const gets =
    side === "buy"
      ? { amount: isBaseFee ? quantity - fee.amount : quantity, currency: base }
      : { amount: turnover - fee.amount, currency: quote }
  return { lots, turnover, rate, fee, pays, gets, hold: pays }
}
