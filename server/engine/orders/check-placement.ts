/** May this order be placed, enter again, or fire? The checks in the precedence of exchange.md section 9. */

import type { OrderForm } from "#core/instrument/order-rules.ts"
import { checkForm, checkPrice } from "#core/instrument/order-rules.ts"
import type { MarketPrices } from "#core/instrument/price-rule.ts"
import { checkTriggeredPrice } from "#core/instrument/price-rule.ts"
import type { Price8 } from "#core/money/units.ts"
import type { Problem } from "#core/wire/problem.ts"
import type { PlaceOrder } from "../command.ts"
import type { Market } from "../matching/market.ts"
import type { Order } from "../matching/order.ts"
import { reaches } from "../matching/order-book.ts"
import type { EngineState } from "../state.ts"
import { isHouse } from "../state.ts"

const CLIENT_ORDER_ID = /^[A-Za-z0-9._:/-]{1,36}$/
/** Open orders of all accounts together; what the memory of the engine is planned for. */
const OPEN_ORDERS_TOTAL_MAX = 2_000_000

/** Everything but the book's own checks ({@link checkBook}), which need the order itself. */
export function checkPlacement(state: EngineState, market: Market, command: PlaceOrder): Problem | undefined {
  const prices = pricesOf(state, market)
  const form = formOf(state, command)
  return (
    checkDoor(state, command) ??
    checkTrading(state, market) ??
    checkCombination(state, market, command) ??
    checkForm(market.instrument, form, prices) ??
    checkLevelLimit(market, command, 0) ??
    checkPrice(market.instrument, form, prices) ??
    checkStop(market, command, prices) ??
    checkCounts(state, market, command)
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
  const turnover = trial.turnover * market.instrument.notionalUnit
  const isWithin = order.side === "buy" ? turnover <= order.budget : turnover >= order.budget
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

const formOf = (state: EngineState, command: PlaceOrder): OrderForm => ({
  side: command.side,
  orderType: command.orderType,
  price: command.price,
  quantity: command.quantity,
  budget: command.budget,
  stopPrice: command.stopPrice,
  exempt: isHouse(state, command.account),
})

/** A spot pair has the index of its own name, if there is one. */
function indexOf(state: EngineState, market: Market): Price8 | undefined {
  const { instrument } = market
  return state.indexes.get(instrument.kind === "perpetual" ? instrument.index : instrument.id)?.last
}

function checkDoor(state: EngineState, command: PlaceOrder): Problem | undefined {
  if (command.clientOrderId !== undefined && !CLIENT_ORDER_ID.test(command.clientOrderId))
    return { name: "FORMAT", values: { field: "clientOrderId" } }
  return state.orders.size >= OPEN_ORDERS_TOTAL_MAX ? { name: "ENGINE_BUSY" } : undefined
}

function checkCombination(state: EngineState, market: Market, command: PlaceOrder): Problem | undefined {
  const { stp, account } = command
  const offersStp = stp !== "NONE" || market.instrument.stpDefault === "NONE" || isHouse(state, account)
  return offersStp && isCombination(command) ? undefined : { name: "TYPE_COMBINATION" }
}

/** Do the fields fit the type (S2, S8)? */
function isCombination(command: PlaceOrder): boolean {
  const { orderType, timeInForce, postOnly } = command
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
function checkCounts(state: EngineState, market: Market, command: PlaceOrder): Problem | undefined {
  const { orderType, timeInForce = "gtc", account } = command
  const isStop = orderType === "stop-limit"
  if (isHouse(state, account) || (!isStop && (orderType === "market" || timeInForce !== "gtc")))
    return undefined
  const orders = market.ordersOf(account)
  if (!orders) return undefined
  const { maxOpenOrders, maxStops } = market.instrument
  if (orders.count >= maxOpenOrders) return { name: "OPEN_ORDERS", values: { limit: maxOpenOrders } }
  return isStop && orders.stops >= maxStops ? { name: "STOPS", values: { limit: maxStops } } : undefined
}
