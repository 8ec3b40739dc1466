/** Placement of an order: it is refused, or it enters the book, or it waits as a stop (S2, S8, S12). */

import type { Price8, TimeMs } from "#core/money/units.ts"
import { bestPriceSide } from "#core/order/best-price.ts"
import { isOpen, isStopType } from "#core/order/order-status.ts"
import type { Problem } from "#core/wire/problem.ts"
import type { OrderAnswer } from "../answer.ts"
import type { PlaceOrder, TargetTerms } from "../command.ts"
import { fireTargets, watchesTargets } from "../contracts/fire-targets.ts"
import type { Market } from "../matching/market.ts"
import { Order } from "../matching/order.ts"
import { joinGroup, type OrderGroup, sourceOf } from "../matching/order-conditions.ts"
import { beginTrail } from "../matching/trailing-stops.ts"
import type { EngineState } from "../state.ts"
import {
  checkBook,
  checkPlacement,
  checkTriggered,
  pricesOf,
  sourcePrice,
  stopDirection,
} from "./check-placement.ts"
import { once } from "./envelope.ts"
import { watchExpiry } from "./expire-orders.ts"

/** `order.place`. A key that is known is answered as it was the first time, and nothing happens (S12). */
export function placeOrder(state: EngineState, command: PlaceOrder): OrderAnswer {
  const { account, clientOrderId, keysMax, sentAt } = command
  if (clientOrderId === undefined && sentAt === undefined) return placeAsNew(state, command)
  return once(
    state,
    { kind: "order", account, key: clientOrderId, keysMax, sentAt, body: () => bodyOf(command) },
    () => placeAsNew(state, command),
  )
}

/** How many stops of all markets one command lets enter; the others enter with those that follow (S8). */
export const STOPS_PER_COMMAND = 200
/** While a market isn't open, nothing that was reached enters; so often it is looked at again. */
const STOPS_AGAIN_MS = 1000

/**
 * S8: the stops that this command's trades reached enter as new takers; their trades may reach more, until none is
 * left or the command has let enter as many as it may. One that its check refuses ends `rejected`. Behind them come the
 * take-profits and stop-losses that the same trades reached (P23).
 */
export function fireStops(state: EngineState, market: Market): void {
  const { stops } = market
  do enterReached(state, market)
  while (watchesTargets(state, market) && fireTargets(state, market, [["last", market.tradedRange]]))
  if (stops.reachedCount === 0) return
  market.reachStops()
  fireLater(state, market, state.log.now + 1)
}

function enterReached(state: EngineState, market: Market): void {
  const { stops } = market
  if (stops.reachedCount === 0) market.reachStops()
  while (stops.reachedCount > 0 && state.stopsLeft > 0) {
    const order = market.takeReachedStop()
    if (!order) break
    state.stopsLeft -= 1
    const problem = checkTriggered(state, market, order)
    if (problem) market.end(order, "rejected", undefined, problem.name)
    else market.enter(order)
    if (stops.reachedCount === 0) market.reachStops()
  }
}

/** P24: after a mark its stops, then take-profits and stop-losses on either source: what was not filled before is tried again. */
export function fireOnMark(state: EngineState, market: Market, mark: Price8): void {
  market.reachByMark(mark)
  fireStops(state, market)
  const at = (price: Price8 | undefined) => (price === undefined ? undefined : { low: price, high: price })
  const prices = [
    ["mark", at(mark)],
    ["last", at(market.lastPrice)],
  ] as const
  if (fireTargets(state, market, prices)) fireStops(state, market)
}

/** The timer `stops`: what a command before has left. `time`: of the command that lets the timer fire. */
export function fireReached(state: EngineState, instrument: string, time: TimeMs): void {
  const market = state.markets.get(instrument)
  if (!market || market.stops.reachedCount === 0) return
  // Behind the command's own time, so that its share is all that it does (T2).
  if (state.stopsLeft === 0) fireLater(state, market, time + 1)
  else if (market.instrument.state === "open") fireStops(state, market)
  else fireLater(state, market, time + STOPS_AGAIN_MS)
}

function fireLater({ timers }: EngineState, { instrument: { id } }: Market, due: TimeMs): void {
  timers.remove("stops", id)
  timers.add({ due, name: "stops", key: id })
}

/** Whoever calls it has asked for the key. */
export function placeAsNew(state: EngineState, asked: PlaceOrder): OrderAnswer {
  const placed = admitOrder(state, asked)
  if ("problem" in placed) return { ok: false, problem: placed.problem }
  return { ok: true, value: { order: state.log.answerWith(placed.order) } }
}

/**
 * The order as it stands behind its entry; or why there is none. `group`: what it is placed for (S20, S21). `pair`: the
 * take-profit and stop-loss that its fills before a pause have made for a part.
 */
export function admitOrder(
  state: EngineState,
  asked: PlaceOrder,
  { group, pair }: { group?: OrderGroup; pair?: number | undefined } = {},
): { order: Order } | { problem: Problem } {
  const market = state.markets.get(asked.instrument)
  const command = withBestPrice(market, asked)
  const known = market?.participantOf(command.account)
  const account = known?.account ?? state.ledger.account(command.account)
  const problem = checkPlacement(state, { market, account, participant: known, pair }, command)
  if (problem) return { problem }
  if (!market) return { problem: { name: "UNKNOWN_INSTRUMENT", values: { instrument: command.instrument } } }
  const order = new Order(state.nextOrderId, command, market.instrument)
  if (group) joinGroup(order, group)
  if (pair !== undefined && order.conditions?.targets) order.conditions.targets.pair = pair
  const participant = known ?? market.takeParticipant(account)
  const { clearing, instrument } = market
  clearing.bind(order, participant, instrument)
  const hold = clearing.firstHold(order, market)
  const isStop = isStopType(order.orderType)
  const refusal = clearing.checkMoney(order, order, hold) ?? (isStop ? undefined : checkBook(market, order))
  if (refusal) return { problem: refusal }
  state.nextOrderId += 1
  market.accept(order, participant, hold)
  if (isStop) waitForPrice(state, market, order)
  else {
    market.enter(order)
    fireStops(state, market)
  }
  if (command.expiresAt !== undefined && isOpen(order)) watchExpiry(state, order)
  return { order }
}

/** S18: with the price that it names, where the book has one; what has a price already, or isn't a limit, is left to be refused. */
function withBestPrice(market: Market | undefined, command: PlaceOrder): PlaceOrder {
  const { bestPrice, orderType, price, side, ...rest } = command
  if (bestPrice === undefined || orderType !== "limit" || price !== undefined) return command
  const best = market?.book.best(bestPriceSide(side, bestPrice))
  return best ? { ...rest, orderType, side, price: best } : command
}

/** S8, S9: its direction is fixed, or its trail begins, at the price of now. */
export function waitForPrice(state: EngineState, market: Market, order: Order): void {
  const prices = pricesOf(state, market)
  const source = sourceOf(order)
  if (order.conditions?.trailing) {
    const price = sourcePrice(market, prices, source)
    if (price === undefined) throw new Error(`trailing stop ${order.id} has no price to begin with`)
    beginTrail(order, price, market.instrument.tick)
    market.trail(order)
  } else market.wait(order, stopDirection(market, order.stopPrice, { prices, source }) > 0)
}

/** Everything that makes two placements the same, in fixed order. */
const bodyOf = (command: PlaceOrder): string =>
  [
    command.instrument,
    command.side,
    command.orderType,
    command.timeInForce,
    command.price,
    command.quantity,
    command.budget,
    command.stopPrice,
    command.reservePrice,
    command.postOnly,
    command.stp,
    // Left out where nobody asks: what was remembered before they existed is the same order.
    ...(command.reduceOnly === undefined && command.positionSide === undefined
      ? []
      : [command.reduceOnly, command.positionSide]),
    ...conditionTexts(command),
    ...(command.expiresAt === undefined ? [] : [`until ${command.expiresAt}`]),
    ...(command.bestPrice === undefined ? [] : [`best ${command.bestPrice}`]),
    ...(command.shown === undefined ? [] : [`shown ${command.shown}`]),
  ].join("|")

function conditionTexts(command: PlaceOrder): string[] {
  const { stopSource, distance, closePosition, takeProfit, stopLoss, targetsPart } = command
  const target = (terms: TargetTerms | undefined) => terms && [terms.price, terms.source, terms.limit].join()
  const given = [stopSource, distance, closePosition, target(takeProfit), target(stopLoss), targetsPart]
  return given.some((each) => each !== undefined) ? given.map((each) => String(each ?? "")) : []
}
