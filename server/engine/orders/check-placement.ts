/** May this order be placed, enter again, or fire? The checks in the precedence of exchange.md section 9. */

import type { OrderForm } from "#core/instrument/order-rules.ts"
import { checkForm, checkPrice } from "#core/instrument/order-rules.ts"
import type { MarketPrices } from "#core/instrument/price-rule.ts"
import { checkTriggeredPrice } from "#core/instrument/price-rule.ts"
import { formatAmount, formatSteps } from "#core/money/steps.ts"
import type { Price8 } from "#core/money/units.ts"
import { STEP_COUNT_MAX } from "#core/money/units.ts"
import type { Problem } from "#core/wire/problem.ts"
import type { PlaceOrder } from "../command.ts"
import type { Holder } from "../ledger/holder.ts"
import type { Market } from "../matching/market.ts"
import type { Order } from "../matching/order.ts"
import { reaches } from "../matching/order-book.ts"
import type { Seat } from "../matching/seat.ts"
import { baseOf, withFee } from "../risk/spot-hold.ts"
import type { EngineState } from "../state.ts"
import { isHouse } from "../state.ts"

/** Open orders of all accounts together; what the memory of the engine is planned for. */
const OPEN_ORDERS_TOTAL_MAX = 2_000_000

/** Families 1 to 8; money ({@link checkMoney}) and the book ({@link checkBook}) need the order itself. */
export function checkPlacement(
  state: EngineState,
  { market, holder, seat }: { market: Market | undefined; holder: Holder; seat: Seat | undefined },
  command: PlaceOrder,
): Problem | undefined {
  if (state.orders.size >= OPEN_ORDERS_TOTAL_MAX) return { name: "ENGINE_BUSY" }
  if (holder.isFrozen) return { name: "ACCOUNT_FROZEN" }
  if (!market) return { name: "UNKNOWN_INSTRUMENT", values: { instrument: command.instrument } }
  const prices = pricesOf(state, market)
  const form = formOf(holder, market, command)
  return (
    checkTrading(state, market) ??
    checkCombination(holder, market, command) ??
    checkForm(market.instrument, form, prices) ??
    checkReserveStep(market, command.reservePrice) ??
    checkLevelLimit(market, command, 0) ??
    checkPrice(market.instrument, form, prices) ??
    checkReserve(market, command.reservePrice, command.price) ??
    checkStop(market, command, prices) ??
    checkCounts(market, command, { holder, seat })
  )
}

/** Family 5: N3 and, for perpetuals, N4. What only lessens an order isn't asked. */
export function checkTrading(state: EngineState, market: Market): Problem | undefined {
  const { instrument } = market
  if (instrument.state !== "open") return { name: "TRADING_STATE", values: { state: instrument.state } }
  if (instrument.kind !== "perpetual") return undefined
  const index = state.indexes.get(instrument.index)
  if (index && !index.isStale(state.log.now)) return undefined
  return { name: "INDEX_STALE", values: { index: instrument.index } }
}

/** `LEVEL_LIMIT`: the sum of a level stays below 2^53. `ownOpen`: lots of this order that already count there. */
export function checkLevelLimit(
  market: Market,
  order: Pick<Order, "side"> & { price?: number; quantity?: number },
  ownOpen: number,
): Problem | undefined {
  if (order.price === undefined || order.quantity === undefined) return undefined
  const total = market.book.total(order.side, order.price as Order["price"]) - ownOpen
  return Number.isSafeInteger(total + order.quantity) ? undefined : { name: "LEVEL_LIMIT" }
}

/** S10: a price above the reserve would need more than is held. */
export function checkReserve(
  { instrument }: Market,
  reservePrice: number | undefined,
  price: number | undefined,
): Problem | undefined {
  if (!reservePrice || price === undefined || price <= reservePrice) return undefined
  return { name: "PRICE_OVER_RESERVE", values: { bound: formatSteps(reservePrice, instrument.tick) } }
}

/** Family 11: can what is still to be held be taken from what is available? */
export function checkMoney(order: Order, hold: bigint): Problem | undefined {
  const needed = hold - order.hold
  const purse = order.pays
  if (!purse || needed <= purse.available) return undefined
  return {
    name: "INSUFFICIENT_BALANCE",
    values: {
      needed: formatAmount(needed),
      available: formatAmount(purse.available),
      currency: purse.currency,
    },
  }
}

/** Family 12: post-only (also against an own order), FOK and FOK with budget by a trial (S2, S3). */
export function checkBook(market: Market, order: Order): Problem | undefined {
  if (order.postOnly) {
    const opposite = market.bestOpposite(order.side)
    if (opposite !== 0 && reaches(order.side, order.price, opposite)) return { name: "POST_ONLY_WOULD_TAKE" }
  }
  if (order.timeInForce !== "fok") return undefined
  const trial = market.book.trial(order, market.boundOf(order))
  const isWhole = trial.quantity === order.open
  if (order.budget === 0n) return isWhole ? undefined : { name: "FOK_NOT_FILLABLE" }
  const turnover = (trial.turnover * market.instrument.notionalUnit) as Order["budget"]
  const isWithin = order.side === "buy" ? withFee(order, turnover) <= order.budget : turnover >= order.budget
  return isWhole && isWithin ? undefined : { name: "FOK_BUDGET" }
}

/** S8: a stop that fires is checked as what it is now; its price by the band, never by `strict` (N2). */
export function checkTriggered(state: EngineState, market: Market, order: Order): Problem | undefined {
  const price = isHouse(state, order.account)
    ? undefined
    : checkTriggeredPrice(
        market.instrument,
        { side: order.side, price: order.price },
        pricesOf(state, market),
      )
  const level = { side: order.side, price: order.price, quantity: order.open }
  return checkLevelLimit(market, level, 0) ?? price ?? checkBook(market, order)
}

/** What the price rules look at. */
export function pricesOf(state: EngineState, market: Market): MarketPrices {
  const { book, instrument, last } = market
  return {
    bestBid: book.best("buy") || undefined,
    bestAsk: book.best("sell") || undefined,
    last: last || undefined,
    index: indexOf(state, market),
    mark: state.pricings.get(instrument.id)?.mark,
  }
}

const formOf = (holder: Holder, market: Market, command: PlaceOrder): OrderForm => ({
  side: command.side,
  orderType: command.orderType,
  price: command.price,
  quantity: command.quantity,
  budget: command.budget,
  stopPrice: command.stopPrice,
  exempt: holder.isHouse,
  endsHolding: endsHolding(holder, market, command),
})

/** A market sell of all that is available, but for what is less than a lot. */
function endsHolding(holder: Holder, { instrument }: Market, command: PlaceOrder): boolean {
  const { orderType, side, quantity } = command
  if (orderType !== "market" || side !== "sell" || instrument.kind !== "spot") return false
  if (quantity === undefined || !Number.isSafeInteger(quantity)) return false
  return holder.purse("funding", instrument.base).available - baseOf(quantity, instrument) < instrument.lot
}

/** A spot pair has the index of its own name, if there is one. */
function indexOf(state: EngineState, market: Market): Price8 | undefined {
  const { instrument } = market
  return state.indexes.get(instrument.kind === "perpetual" ? instrument.index : instrument.id)?.last
}

const checkReserveStep = ({ instrument }: Market, reservePrice: number | undefined): Problem | undefined =>
  reservePrice === undefined ||
  (Number.isSafeInteger(reservePrice) && reservePrice >= 1 && reservePrice <= STEP_COUNT_MAX)
    ? undefined
    : { name: "TICK", values: { tick: formatAmount(instrument.tick) } }

function checkCombination(holder: Holder, market: Market, command: PlaceOrder): Problem | undefined {
  const offersStp = command.stp !== "NONE" || market.instrument.stpDefault === "NONE" || holder.isHouse
  return offersStp && isCombination(command) ? undefined : { name: "TYPE_COMBINATION" }
}

/** Do the fields fit the type (S2, S8)? */
function isCombination(command: PlaceOrder): boolean {
  const { orderType, timeInForce, postOnly } = command
  if (command.reservePrice !== undefined && (command.side === "sell" || orderType === "market")) return false
  const hasPrice = command.price !== undefined
  const hasQuantity = command.quantity !== undefined
  const hasBudget = command.budget !== undefined
  const hasStop = command.stopPrice !== undefined
  switch (orderType) {
    case "limit": {
      const mayRest = timeInForce === undefined || timeInForce === "gtc"
      return hasPrice && hasQuantity && !hasBudget && !hasStop && (!postOnly || mayRest)
    }
    case "market": {
      if (hasPrice || hasStop || postOnly || timeInForce === "gtc") return false
      return timeInForce === "fok" ? hasQuantity : hasQuantity !== hasBudget
    }
    case "stop-limit":
      return hasPrice && hasQuantity && hasStop && !hasBudget && !postOnly
  }
}

/** S8: a stop at the last price would fire at once. Without a trade the index stands in. */
function checkStop(market: Market, command: PlaceOrder, prices: MarketPrices): Problem | undefined {
  if (command.stopPrice === undefined) return undefined
  return stopDirection(market, command.stopPrice, prices) === 0 ? { name: "STOP_WOULD_TRIGGER" } : undefined
}

/** 1: the stop lies above the last price and fires as it rises; −1: below; 0: on it, or nothing to compare with. */
export function stopDirection(market: Market, stopPrice: number, prices: MarketPrices): 1 | 0 | -1 {
  const stop = BigInt(stopPrice) * market.instrument.tick
  const last = prices.last === undefined ? prices.index : BigInt(prices.last) * market.instrument.tick
  if (last === undefined || stop === last) return 0
  return stop > last ? 1 : -1
}

/** Family 8: asked of what may rest. Waiting stops count as open orders too, so that firing needs no place. */
function checkCounts(
  market: Market,
  command: PlaceOrder,
  { holder, seat }: { holder: Holder; seat: Seat | undefined },
): Problem | undefined {
  const { orderType, timeInForce = "gtc" } = command
  const isStop = orderType === "stop-limit"
  if (holder.isHouse || (!isStop && (orderType === "market" || timeInForce !== "gtc"))) return undefined
  if (!seat) return undefined
  const { maxOpenOrders, maxStops } = market.instrument
  if (seat.count >= maxOpenOrders) return { name: "OPEN_ORDERS", values: { limit: maxOpenOrders } }
  return isStop && seat.stops >= maxStops ? { name: "STOPS", values: { limit: maxStops } } : undefined
}
