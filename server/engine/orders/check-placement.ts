/** Checks of an order as it is placed, amended or fired, in the precedence of the refusals' families. */

import type { TradedInstrument } from "#core/instrument/instrument.ts"
import type { OrderForm } from "#core/instrument/order-rules.ts"
import { checkForm, checkPrice } from "#core/instrument/order-rules.ts"
import type { MarketPrices } from "#core/instrument/price-rule.ts"
import { checkTriggeredPrice } from "#core/instrument/price-rule.ts"
import { formatAmount, formatSteps } from "#core/money/steps.ts"
import type { Price8 } from "#core/money/units.ts"
import { STEP_COUNT_MAX } from "#core/money/units.ts"
import { bestPriceSide } from "#core/order/best-price.ts"
import { checkIceberg } from "#core/order/iceberg.ts"
import { checkExpiry, mayExpire } from "#core/order/order-expiry.ts"
import { isMarketType, isStopType, type TriggerSource } from "#core/order/order-status.ts"
import { checkDistance } from "#core/order/trailing-stop.ts"
import { isClosingOnly } from "#core/position/delisting-price.ts"
import { comparedPrice } from "#core/position/order-targets.ts"
import type { Problem } from "#core/wire/problem.ts"
import type { PlaceOrder } from "../command.ts"
import { checkPairCount, checkTargetForm, checkTargetPrices } from "../contracts/target-checks.ts"
import { isDelisted } from "../instrument-schedule.ts"
import type { Account } from "../ledger/account.ts"
import type { Market } from "../matching/market.ts"
import { isByMarket, type Order, oppositeSide } from "../matching/order.ts"
import { reaches } from "../matching/order-book.ts"
import type { Participant } from "../matching/participant.ts"
import { withFee } from "../risk/fees.ts"
import { ContractPart } from "../risk/perpetual/contract-account.ts"
import type { EngineState } from "../state.ts"
import { isHouse } from "../state.ts"

/** Open orders of all accounts together; what the memory of the engine is planned for. */
const OPEN_ORDERS_TOTAL_MAX = 2_000_000

/** Open orders of one user in all markets: what a snapshot of the account must hold at once. */
export const ACCOUNT_OPEN_ORDERS_MAX = 2_000

/** Families 1 to 8; position and money (clearing) and the book ({@link checkBook}) need the order itself. */
export function checkPlacement(
  state: EngineState,
  {
    market,
    account,
    participant,
    pair,
  }: {
    market: Market | undefined
    account: Account
    participant: Participant | undefined
    pair?: number | undefined
  },
  command: PlaceOrder,
): Problem | undefined {
  if (state.orders.size >= OPEN_ORDERS_TOTAL_MAX) return { name: "ENGINE_BUSY" }
  if (account.isFrozen) return { name: "ACCOUNT_FROZEN" }
  if (!market) return { name: "UNKNOWN_INSTRUMENT", values: { instrument: command.instrument } }
  const barred = market.clearing.checkAccount(account, participant)
  if (barred) return barred
  const prices = pricesOf(state, market)
  const form = formOf(account, market, command)
  const onlyCloses = command.reduceOnly || command.closePosition || closesSide(command)
  return (
    checkTrading(state, market, { onlyCloses, isHouse: account.isHouse }) ??
    checkCombination(account, market, command) ??
    checkForm(market.instrument, form, prices) ??
    checkShown(market, command, command.shown) ??
    checkDistance(command.distance) ??
    checkExpiry(command.expiresAt, state.log.now) ??
    checkTargetsForm(market, command) ??
    checkReserveStep(market, command.reservePrice) ??
    checkLevelLimit(market, command, 0) ??
    checkBestPrice(command) ??
    checkPrice(market.instrument, form, prices) ??
    checkReserve(market, command.reservePrice, command.price) ??
    checkStop(market, command, prices) ??
    checkTargets(market, command, prices) ??
    checkCounts(market, command, { account, participant }) ??
    checkPairs(command, participant, pair)
  )
}

/**
 * Family 5: N3, N5 and what the kind adds (N4), which what only closes isn't asked. What only lessens an order isn't asked at
 * all.
 */
export function checkTrading(
  { log }: EngineState,
  { instrument, clearing }: Market,
  { onlyCloses = false, isHouse: isOfHouse = false }: { onlyCloses?: boolean; isHouse?: boolean } = {},
): Problem | undefined {
  if (isDelisted(instrument, log.now)) return { name: "DELISTED", values: { instrument: instrument.id } }
  if (instrument.state !== "open") return { name: "TRADING_STATE", values: { state: instrument.state } }
  if (onlyCloses) return undefined
  // The house goes on quoting, so that everybody finds somebody to close with.
  if (!isOfHouse && isClosingOnly(instrument, log.now))
    return { name: "CLOSING_ONLY", values: { instrument: instrument.id } }
  return clearing.checkState(instrument)
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

/** S19: of an order that shows a part; one whose price is still named is refused for that. */
export const checkShown = (
  { instrument }: Market,
  { price, quantity }: { price?: number; quantity?: number },
  shown: number | undefined,
): Problem | undefined =>
  shown === undefined || price === undefined || quantity === undefined
    ? undefined
    : checkIceberg(instrument, { price, quantity, shown })

/** S18: one that is still named found nobody on that side. */
const checkBestPrice = ({ bestPrice, side }: PlaceOrder): Problem | undefined =>
  bestPrice && { name: "NO_BEST_PRICE", values: { side: bestPriceSide(side, bestPrice) } }

/** S10: a price above the reserve would need more than is held. */
export function checkReserve(
  { instrument }: Market,
  reservePrice: number | undefined,
  price: number | undefined,
): Problem | undefined {
  if (!reservePrice || price === undefined || price <= reservePrice) return undefined
  return { name: "PRICE_OVER_RESERVE", values: { bound: formatSteps(reservePrice, instrument.tick) } }
}

/** Family 12: post-only (also against an own order), FOK and FOK with budget by a trial (S2, S3). */
export function checkBook(market: Market, order: Order): Problem | undefined {
  if (order.postOnly) {
    const opposite = market.bestOpposite(order.side)
    if (opposite !== 0 && reaches(order.side, order.price, opposite)) return { name: "POST_ONLY_WOULD_TAKE" }
  }
  if (order.timeInForce !== "fok") return undefined
  const trial = market.trial(order)
  const isWhole = trial.quantity === order.open
  if (order.budget === 0n) return isWhole ? undefined : { name: "FOK_NOT_FILLABLE" }
  const turnover = (trial.turnover * market.instrument.notionalUnit) as Order["budget"]
  const isWithin = order.side === "buy" ? withFee(order, turnover) <= order.budget : turnover >= order.budget
  return isWhole && isWithin ? undefined : { name: "FOK_BUDGET" }
}

/** S8: a stop that fires is checked as what it is now; its price by the band, never by `strict` (N2). */
export function checkTriggered(state: EngineState, market: Market, order: Order): Problem | undefined {
  const hasNoRule = isByMarket(order) || isHouse(state, order.account)
  const price = hasNoRule
    ? undefined
    : checkTriggeredPrice(
        market.instrument,
        { side: order.side, price: order.price },
        pricesOf(state, market),
      )
  const level = { side: order.side, price: order.price, quantity: order.open }
  return (
    checkLevelLimit(market, level, 0) ??
    price ??
    market.clearing.checkTriggered(order, market.instrument) ??
    checkBook(market, order)
  )
}

/** What the price rules look at. */
export function pricesOf(state: EngineState, market: Market): MarketPrices {
  const { book, clearing, instrument, last } = market
  return {
    bestBid: book.best("buy") || undefined,
    bestAsk: book.best("sell") || undefined,
    last: last || undefined,
    index: state.indexes.get(clearing.indexName(instrument))?.last,
    mark: state.pricings.get(instrument.id)?.mark,
  }
}

const formOf = (account: Account, market: Market, command: PlaceOrder): OrderForm => ({
  side: command.side,
  orderType: command.orderType,
  price: command.price,
  quantity: command.quantity,
  budget: command.budget,
  stopPrice: command.stopPrice,
  exempt: account.isHouse,
  endsHolding: market.clearing.endsHolding(command, account, market.instrument),
})

const checkReserveStep = ({ instrument }: Market, reservePrice: number | undefined): Problem | undefined =>
  reservePrice === undefined ||
  (Number.isSafeInteger(reservePrice) && reservePrice >= 1 && reservePrice <= STEP_COUNT_MAX)
    ? undefined
    : { name: "TICK", values: { tick: formatAmount(instrument.tick) } }

function checkCombination(account: Account, market: Market, command: PlaceOrder): Problem | undefined {
  const offersStp = command.stp !== "NONE" || market.instrument.stpDefault === "NONE" || account.isHouse
  return offersStp && isCombination(command, market.instrument.kind)
    ? undefined
    : { name: "TYPE_COMBINATION" }
}

/** Spot has no positions and no mark; contracts have no amounts of money to spend. */
function fitsKind(command: PlaceOrder, kind: TradedInstrument["kind"]): boolean {
  const { budget, reservePrice, orderType, side } = command
  if (kind !== "spot") return budget === undefined && reservePrice === undefined
  // S9: a trailing stop holds what it will sell, or the money it will spend.
  if (orderType === "trailing-stop" && (budget === undefined) === (side === "buy")) return false
  const { reduceOnly, positionSide, stopSource, closePosition, takeProfit, stopLoss } = command
  const ofContracts = [reduceOnly, positionSide, stopSource, closePosition, takeProfit, stopLoss]
  return orderType !== "stop-market" && ofContracts.every((field) => field === undefined)
}

/** Checks that the fields that few orders have fit the others (P23, S9, S14). */
function fitConditions(command: PlaceOrder): boolean {
  const { orderType, stopSource, distance, closePosition, reduceOnly, quantity, expiresAt } = command
  if (expiresAt !== undefined && !mayExpire(orderType, command.timeInForce)) return false
  if (command.shown !== undefined && (orderType !== "limit" || (command.timeInForce ?? "gtc") !== "gtc"))
    return false
  if (stopSource !== undefined && !isStopType(orderType)) return false
  if ((distance !== undefined) !== (orderType === "trailing-stop")) return false
  if (closePosition && (!isStopType(orderType) || !isMarketType(orderType) || quantity !== undefined))
    return false
  if (!hasTargets(command)) return command.targetsPart === undefined
  return !reduceOnly && !closePosition && !closesSide(command)
}

const hasTargets = ({ takeProfit, stopLoss }: PlaceOrder): boolean =>
  takeProfit !== undefined || stopLoss !== undefined

/** P19: in hedge mode, what isn't of its position's own side only closes. */
const closesSide = ({ positionSide, side }: PlaceOrder): boolean =>
  positionSide !== undefined && (positionSide === "long") !== (side === "buy")

/** Do the fields fit the type (S2, S8)? */
function isCombination(command: PlaceOrder, kind: TradedInstrument["kind"]): boolean {
  const { orderType, timeInForce, postOnly } = command
  if (!fitsKind(command, kind) || !fitConditions(command)) return false
  if (command.reservePrice !== undefined && (command.side === "sell" || isMarketType(orderType))) return false
  const hasPrice = command.price !== undefined || command.bestPrice !== undefined
  if (command.bestPrice !== undefined && (command.price !== undefined || orderType !== "limit")) return false
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
    case "stop-market":
    case "trailing-stop": {
      const isOnce = timeInForce === undefined || timeInForce === "ioc"
      const sizes = [hasQuantity, hasBudget, command.closePosition === true].filter(Boolean).length
      return !hasPrice && (hasStop || orderType === "trailing-stop") && isOnce && !postOnly && sizes === 1
    }
  }
}

/** S8: a stop at the price of its source would fire at once. A trailing one only needs a price to begin with (S9). */
function checkStop(market: Market, command: PlaceOrder, prices: MarketPrices): Problem | undefined {
  const { orderType, stopPrice, stopSource: source = "last" } = command
  if (!isStopType(orderType)) return undefined
  const isRefused =
    orderType === "trailing-stop"
      ? sourcePrice(market, prices, source) === undefined
      : stopDirection(market, stopPrice ?? 0, { prices, source }) === 0
  return isRefused ? { name: "STOP_WOULD_TRIGGER" } : undefined
}

/** 1: the stop lies above the price of its source and fires as it rises; −1: below; 0: on it, or nothing to compare with. */
export function stopDirection(
  market: Market,
  stopPrice: number,
  { prices, source }: { prices: MarketPrices; source: TriggerSource },
): 1 | 0 | -1 {
  const stop = BigInt(stopPrice) * market.instrument.tick
  const price = sourcePrice(market, prices, source)
  if (price === undefined || stop === price) return 0
  return stop > price ? 1 : -1
}

/** The mark, or the last price; where nothing has traded yet the index stands in (S8). 1e-8 of the quote. */
export function sourcePrice(
  { instrument }: Market,
  { last, mark, index }: MarketPrices,
  source: TriggerSource,
): Price8 | undefined {
  if (source === "mark") return mark
  return last === undefined ? index : ((BigInt(last) * instrument.tick) as Price8)
}

const checkTargetsForm = (market: Market, command: PlaceOrder): Problem | undefined =>
  hasTargets(command)
    ? checkTargetForm(market, { ...command, quantity: undefined }, oppositeSide(command.side))
    : undefined

/** P23: what comes with an order is compared by the price that the order would open at. */
function checkTargets(market: Market, command: PlaceOrder, prices: MarketPrices): Problem | undefined {
  if (!hasTargets(command)) return undefined
  const { orderType, side, price, stopPrice } = command
  const { tick } = market.instrument
  const exact = (ticks: number | undefined) =>
    ticks === undefined ? undefined : ((BigInt(ticks) * tick) as Price8)
  const own = { orderType, side, price: exact(price), stopPrice: exact(stopPrice) }
  const priceOf = (source: TriggerSource) => comparedPrice(own, sourcePrice(market, prices, source))
  return checkTargetPrices(command, { isLong: side === "buy", tick, priceOf })
}

/** P23: no more pairs for parts than a position may have. */
function checkPairs(
  { targetsPart, positionSide }: PlaceOrder,
  participant: Participant | undefined,
  pair: number | undefined,
): Problem | undefined {
  if (!targetsPart || !(participant instanceof ContractPart)) return undefined
  const position = participant.positions[positionSide ?? "net"]
  // S21: one whose fills before a pause have made its pair needs no other.
  return position.pairs.some(({ id }) => id === pair) ? undefined : checkPairCount(participant, position)
}

/** Family 8: asked of what may rest. Waiting stops count as open orders too, so that firing needs no place. */
function checkCounts(
  market: Market,
  command: PlaceOrder,
  { account, participant }: { account: Account; participant: Participant | undefined },
): Problem | undefined {
  const { orderType, timeInForce = "gtc" } = command
  const isStop = isStopType(orderType)
  if (account.isHouse || (!isStop && (orderType === "market" || timeInForce !== "gtc"))) return undefined
  if (account.openOrders >= ACCOUNT_OPEN_ORDERS_MAX)
    return { name: "OPEN_ORDERS", values: { limit: ACCOUNT_OPEN_ORDERS_MAX } }
  if (!participant) return undefined
  const { maxOpenOrders, maxStops } = market.instrument
  if (participant.count >= maxOpenOrders) return { name: "OPEN_ORDERS", values: { limit: maxOpenOrders } }
  return isStop && participant.stops >= maxStops ? { name: "STOPS", values: { limit: maxStops } } : undefined
}
