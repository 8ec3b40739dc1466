/** Placement of orders as one group, all or none: OCO pairs (S16) and scaled orders (S17). */

import { formatAmount } from "#core/money/steps.ts"
import { STEP_COUNT_MAX, type Ticks } from "#core/money/units.ts"
import type { GroupKind } from "#core/order/order-group.ts"
import { SCALED_LEAST, SCALED_MOST, splitScaled } from "#core/order/scaled-order.ts"
import { PROBLEMS, type Problem } from "#core/wire/problem.ts"
import type { AnswerOf } from "../answer.ts"
import type { PlaceOrder } from "../command.ts"
import type { Account } from "../ledger/account.ts"
import type { Market } from "../matching/market.ts"
import { Order, viewOrder } from "../matching/order.ts"
import { joinGroup } from "../matching/order-conditions.ts"
import type { Participant } from "../matching/participant.ts"
import type { EngineState } from "../state.ts"
import {
  ACCOUNT_OPEN_ORDERS_MAX,
  checkBook,
  checkPlacement,
  pricesOf,
  stopDirection,
} from "./check-placement.ts"
import { once } from "./envelope.ts"
import { watchExpiry } from "./expire-orders.ts"
import type { PlaceOco, PlaceScaled } from "./group-command.ts"
import { waitForPrice } from "./place-order.ts"

type GroupCommand = PlaceOco | PlaceScaled
type GroupAnswer = AnswerOf<GroupCommand>

/** `order.oco`: the limit order, then the stop. */
export const placeOco = (state: EngineState, command: PlaceOco): GroupAnswer =>
  onceFor(state, command, () => placeGroup(state, command, { kind: "oco", placements: legsOf(command) }))

/** `order.scaled`: the children in the order of their prices from `from` to `to`. */
export const placeScaled = (state: EngineState, command: PlaceScaled): GroupAnswer =>
  onceFor(state, command, () => {
    const market = state.markets.get(command.instrument)
    const problem: Problem | undefined = market
      ? checkScaled(market, command)
      : { name: "UNKNOWN_INSTRUMENT" }
    // What stands before the form in precedence is asked of the first child alone.
    const placements = problem ? [childOf(command, command.from, command.quantity)] : childrenOf(command)
    return placeGroup(state, command, { kind: "scaled", placements, problem })
  })

function onceFor(state: EngineState, command: GroupCommand, act: () => GroupAnswer): GroupAnswer {
  const { account, key, keysMax, sentAt } = command
  if (key === undefined && sentAt === undefined) return act()
  return once(state, { kind: "group", account, key, keysMax, sentAt, body: () => bodyOf(command) }, act)
}

function placeGroup(
  state: EngineState,
  command: GroupCommand,
  of: { kind: GroupKind; placements: readonly PlaceOrder[]; problem?: Problem | undefined },
): GroupAnswer {
  const { kind, placements } = of
  const market = state.markets.get(command.instrument)
  const known = market?.participantOf(command.account)
  const account = known?.account ?? state.ledger.account(command.account)
  const problems = placements.map((placement) =>
    checkPlacement(state, { market, account, participant: known }, placement),
  )
  if (!market) return { ok: false, problem: problems[0] ?? { name: "UNKNOWN_INSTRUMENT" } }
  const problem = earliest([
    ...problems,
    of.problem,
    command.type === "order.oco" ? checkOcoPrices(state, market, command) : undefined,
    checkRoom(market, { account, participant: known, count: placements.length }),
  ])
  if (problem) return { ok: false, problem }
  const id = state.nextOrderId
  const orders = placements.map((placement, place) => new Order(id + place, placement, market.instrument))
  const participant = known ?? market.takeParticipant(account)
  for (const [place, order] of orders.entries()) {
    joinGroup(order, { id, kind }, kind === "oco" ? orders[1 - place]?.id : undefined)
    market.clearing.bind(order, participant, market.instrument)
  }
  const refusal =
    (kind === "oco" ? checkLegs(market, orders) : market.clearing.checkGroup(orders, market)) ??
    earliest(orders.map((order) => (order.status === "waiting" ? undefined : checkBook(market, order))))
  if (refusal) return { ok: false, problem: refusal }
  state.nextOrderId += orders.length
  acceptAll(state, { market, participant, orders })
  return { ok: true, value: { orders: orders.map(viewOrder) } }
}

/** All of them are post-only or wait, so nothing trades: each finds the market as the checks did. */
function acceptAll(
  state: EngineState,
  of: { market: Market; participant: Participant; orders: readonly Order[] },
): void {
  const { market, participant, orders } = of
  for (const order of orders) {
    market.accept(order, participant, market.clearing.firstHold(order, market))
    if (order.status === "waiting") waitForPrice(state, market, order)
    else market.enter(order)
    watchExpiry(state, order)
  }
}

/**
 * S16: the limit order holds what the dearer of both needs, and the stop nothing. In a contract stops that wait need nothing
 * anyway (S9).
 */
function checkLegs(market: Market, [limit, stop]: readonly Order[]): Problem | undefined {
  if (!limit || !stop) throw new Error("an OCO pair has two legs")
  const { clearing, instrument } = market
  if (instrument.kind === "spot" && limit.side === "buy" && stop.price > limit.price)
    limit.reservePrice = stop.price
  return (
    clearing.checkMoney(limit, limit, clearing.firstHold(limit, market)) ??
    clearing.checkMoney(stop, stop, clearing.firstHold(stop, market))
  )
}

/** S16: the limit on the better side of the market, the stop on the worse, as the side has it. */
function checkOcoPrices(
  state: EngineState,
  market: Market,
  { side, price, stopPrice, stopSource: source = "last" }: PlaceOco,
): Problem | undefined {
  const wanted = side === "buy" ? 1 : -1
  const direction = stopDirection(market, stopPrice, { prices: pricesOf(state, market), source })
  return direction === wanted && (stopPrice - price) * wanted > 0 ? undefined : { name: "OCO_PRICES" }
}

/** S17: what the split itself needs; all that its children need is asked of them. */
function checkScaled(
  { instrument }: Market,
  { from, to, count, quantity }: PlaceScaled,
): Problem | undefined {
  if (![from, to].every(isPrice)) return { name: "TICK", values: { tick: formatAmount(instrument.tick) } }
  if (!Number.isSafeInteger(quantity)) return { name: "LOT", values: { lot: formatAmount(instrument.lot) } }
  if (quantity <= 0) return { name: "WRONG_SIZE" }
  const isCount = Number.isSafeInteger(count) && count >= SCALED_LEAST && count <= SCALED_MOST
  return isCount && Math.abs(to - from) >= count - 1 ? undefined : { name: "SCALED_RANGE" }
}

const isPrice = (ticks: number): boolean =>
  Number.isSafeInteger(ticks) && ticks >= 1 && ticks <= STEP_COUNT_MAX

/** Family 8, of all of them together. */
function checkRoom(
  { instrument }: Market,
  { account, participant, count }: { account: Account; participant: Participant | undefined; count: number },
): Problem | undefined {
  if (account.isHouse) return undefined
  if (account.openOrders + count > ACCOUNT_OPEN_ORDERS_MAX)
    return { name: "OPEN_ORDERS", values: { limit: ACCOUNT_OPEN_ORDERS_MAX } }
  const { maxOpenOrders } = instrument
  return (participant?.count ?? 0) + count > maxOpenOrders
    ? { name: "OPEN_ORDERS", values: { limit: maxOpenOrders } }
    : undefined
}

/** The families rise by precedence, and so do their codes. */
function earliest(problems: readonly (Problem | undefined)[]): Problem | undefined {
  let first: Problem | undefined
  for (const problem of problems)
    if (problem && (!first || PROBLEMS[problem.name] < PROBLEMS[first.name])) first = problem
  return first
}

function commonOf(command: GroupCommand) {
  const { account, instrument, side, reduceOnly, positionSide, stp, expiresAt } = command
  return {
    type: "order.place",
    account,
    instrument,
    side,
    ...(reduceOnly !== undefined && { reduceOnly }),
    ...(positionSide !== undefined && { positionSide }),
    ...(stp !== undefined && { stp }),
    ...(expiresAt !== undefined && { expiresAt }),
  } as const
}

function legsOf(command: PlaceOco): PlaceOrder[] {
  const { quantity, price, stopPrice, stopLimit, stopSource } = command
  const common = { ...commonOf(command), quantity }
  return [
    { ...common, orderType: "limit", price, postOnly: true },
    {
      ...common,
      orderType: stopLimit === undefined ? "stop-market" : "stop-limit",
      stopPrice,
      ...(stopLimit !== undefined && { price: stopLimit }),
      ...(stopSource !== undefined && { stopSource }),
    },
  ]
}

const childOf = (command: PlaceScaled, price: Ticks, quantity: PlaceScaled["quantity"]): PlaceOrder => ({
  ...commonOf(command),
  ...{ orderType: "limit", price, quantity, postOnly: true },
})

const childrenOf = (command: PlaceScaled): PlaceOrder[] =>
  splitScaled(command).map(({ price, quantity }) => childOf(command, price, quantity))

/** Everything that makes two commands the same, in fixed order. */
const bodyOf = (command: GroupCommand): string =>
  [
    ...[command.type, command.instrument, command.side, command.quantity],
    ...(command.type === "order.oco"
      ? [command.price, command.stopPrice, command.stopLimit, command.stopSource]
      : [command.from, command.to, command.count, command.distribution]),
    ...[command.reduceOnly, command.positionSide, command.stp, command.expiresAt],
  ].join("|")
