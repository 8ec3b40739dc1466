/** Holds of spot orders: how much is frozen so that an order can always be paid (table of holds, S10). */

import type { TradedInstrument } from "#core/instrument/instrument.ts"
import { notional } from "#core/instrument/listing.ts"
import { type Amount, addAmounts, NO_AMOUNT, subtractAmount } from "#core/money/units.ts"
import { isByMarket, type Order } from "../../matching/order.ts"
import { isCoveredLeg } from "../../matching/order-conditions.ts"
import type { ClearedMarket, OrderTerms } from "../clearing.ts"
import { withFee } from "../fees.ts"

/**
 * What the rest of an order with a limit price needs, in 1e-8: a sell its open quantity in the base; a buy what that
 * costs at its limit, or at its reserve price, and with fees in the quote also the most that fees may still come to.
 */
export function restHold(order: Order, instrument: TradedInstrument): Amount {
  if (order.side === "sell") return baseOf(order.open, instrument)
  const price = order.reservePrice > order.price ? order.reservePrice : order.price
  return withFee(order, notional(instrument, price, order.open))
}

/** What an open order needs between two commands: only what has a limit rests, and a trailing stop waits (S9). */
export const openHold = (order: Order, instrument: TradedInstrument): Amount =>
  isCoveredLeg(order) ? NO_AMOUNT : order.isByBudget ? order.budgetLeft : restHold(order, instrument)

/** {@link restHold} as it would be with another price and total quantity. */
export function holdAt(order: Order, { price, quantity }: OrderTerms, instrument: TradedInstrument): Amount {
  const open = quantity - order.executed
  if (order.side === "sell") return baseOf(open, instrument)
  const counted = order.reservePrice > price ? order.reservePrice : price
  return withFee(order, notional(instrument, counted, open))
}

/**
 * What an order needs at its acceptance, in 1e-8. By market a buy needs what a trial says it will cost (S3), or its
 * budget; a sell its quantity, or what a trial says it takes to bring its budget.
 */
export function firstHold(order: Order, market: ClearedMarket): Amount {
  const { instrument } = market
  if (!isByMarket(order)) return openHold(order, instrument)
  if (order.side === "sell" && !order.isByBudget) return baseOf(order.open, instrument)
  if (order.side === "buy" && order.budget !== 0n) return order.budget
  const trial = market.trial(order)
  if (order.side === "sell") return baseOf(trial.quantity, instrument)
  return withFee(order, (trial.turnover * instrument.notionalUnit) as Amount)
}

/** What a market order still needs: of a budget what is left of it, else no more than its lots, else what it has. */
export function marketRest(order: Order, instrument: TradedInstrument): Amount {
  if (order.side === "sell") {
    const base = order.isByBudget ? order.hold : baseOf(order.open, instrument)
    return base < order.hold ? base : order.hold
  }
  const left = order.budgetLeft - (order.isFeeInQuote && order.charged > 0n ? order.charged : 0n)
  return order.isByBudget && left < order.hold ? (left as Amount) : order.hold
}

/**
 * Takes what a buyer's fill costs out of the hold and sets the hold to what the rest needs (S10). Answers what is left
 * between them: the price was better than the hold was counted at.
 */
export function takeHold(buyer: Order, turnover: Amount, fee: Amount, instrument: TradedInstrument): Amount {
  const spent = buyer.isFeeInQuote && fee > 0n ? addAmounts(turnover, fee) : turnover
  const left = subtractAmount(buyer.hold, spent)
  const needed = isByMarket(buyer) ? left : restHold(buyer, instrument)
  buyer.hold = needed < left ? needed : left
  return subtractAmount(left, buyer.hold)
}

/** A quantity in 1e-8 of the base. */
export const baseOf = (lots: number, { lot }: Pick<TradedInstrument, "lot">): Amount =>
  (BigInt(lots) * lot) as Amount
