/** How does an open order change or end at its owner's wish? (exchange.md S6, S7) */

import { checkForm, checkPrice } from "#core/instrument/order-rules.ts"
import { formatAmount } from "#core/money/steps.ts"
import type { Lots } from "#core/money/units.ts"
import type { Problem } from "#core/wire/problem.ts"
import { refuse } from "#core/wire/problem.ts"
import type { Answer } from "../answer.ts"
import type { AmendOrder, CancelAll, CancelOrder, NamesOrder, QueryOrder, ReduceOrder } from "../command.ts"
import type { Market } from "../matching/market.ts"
import type { Order } from "../matching/order.ts"
import { viewOrder } from "../matching/order.ts"
import { reaches } from "../matching/order-book.ts"
import { holdAt } from "../risk/spot-hold.ts"
import type { EngineState } from "../state.ts"
import { isHouse } from "../state.ts"
import { checkLevelLimit, checkMoney, checkReserve, checkTrading, pricesOf } from "./check-placement.ts"
import { checkFrozen, once } from "./envelope.ts"
import { fireStops } from "./place-order.ts"

/** An amendment with both fields filled in. */
type Amended = Pick<Order, "price" | "quantity">

/**
 * `order.amend`, all or nothing. A smaller total alone keeps the place in the queue and passes in every state; a total
 * not above what is executed cancels the rest. Anything else leaves the book and enters again as a taker would.
 */
export function amendOrder(state: EngineState, command: AmendOrder): Answer {
  const { account, key, sentAt } = command
  if (key === undefined && sentAt === undefined) return amend(state, command)
  return once(state, { kind: "amend", account, key, sentAt, body: () => bodyOf(command) }, () =>
    amend(state, command),
  )
}

function amend(state: EngineState, command: AmendOrder): Answer {
  const refused = checkFrozen(state, command.account)
  if (refused) return { ok: false, problem: refused }
  const found = findOwn(state, command)
  if ("problem" in found) return { ok: false, problem: found.problem }
  const { order, market } = found
  const amended = { price: command.price ?? order.price, quantity: command.quantity ?? order.quantity }
  if (lessens(order, amended)) {
    const problem = checkLots(market, amended.quantity) ?? checkNotNegative(amended.quantity)
    if (problem) return { ok: false, problem }
    lessen(market, order, amended.quantity)
    return answerOf(order)
  }
  const problem =
    checkTrading(state, market) ??
    checkGiven(command) ??
    checkAmended(state, market, order, amended) ??
    checkMoney(order, holdAt(order, amended, market.instrument)) ??
    checkPostOnly(market, order, amended)
  if (problem) return { ok: false, problem }
  change(state, market, order, amended)
  return answerOf(order)
}

/** `order.reduce`: takes lots off what is open, at its place in the queue; all of it ends the order. */
export function reduceOrder(state: EngineState, command: ReduceOrder): Answer {
  const refused = checkFrozen(state, command.account)
  if (refused) return { ok: false, problem: refused }
  const found = findOwn(state, command)
  if ("problem" in found) return { ok: false, problem: found.problem }
  const { order, market } = found
  const problem = checkLots(market, command.by)
  if (problem) return { ok: false, problem }
  if (command.by <= 0) return refuse("WRONG_SIZE")
  lessen(market, order, order.quantity - command.by)
  return answerOf(order)
}

/** `order.cancel`: the order as it ended. */
export function cancelOrder(state: EngineState, command: CancelOrder): Answer {
  const found = findOwn(state, command)
  if ("problem" in found) return { ok: false, problem: found.problem }
  found.market.cancel(found.order)
  return answerOf(found.order)
}

/** `order.query`: an open order as it stands; of an ended one what its client order id was first answered. */
export function queryOrder(state: EngineState, command: QueryOrder): Answer {
  const { account, clientOrderId } = command
  const found = findOwn(state, command)
  if ("order" in found) return answerOf(found.order)
  const first =
    clientOrderId === undefined
      ? undefined
      : state.keys.answerTo({ kind: "order", account, key: clientOrderId })
  return first?.ok && found.problem.name === "UNKNOWN_ORDER" ? first : { ok: false, problem: found.problem }
}

/** `order.cancel-all` of one instrument or of all, in order of id. */
export function cancelAll(state: EngineState, command: CancelAll): Answer {
  const { account, instrument } = command
  if (instrument !== undefined && !state.markets.has(instrument))
    return refuse("UNKNOWN_INSTRUMENT", { instrument })
  const orders: Order[] = []
  for (const market of state.markets.values())
    if (instrument === undefined || market.instrument.id === instrument)
      orders.push(...(market.seatOf(account)?.list() ?? []))
  orders.sort((a, b) => a.id - b.id)
  for (const order of orders) state.markets.get(order.instrument)?.cancel(order)
  return { ok: true, value: { cancelled: orders.map((order) => order.id) } }
}

const answerOf = (order: Order): Answer => ({ ok: true, value: { order: viewOrder(order) } })

/** Everything that makes two amendments the same, in fixed order. */
const bodyOf = ({ order, clientOrderId, price, quantity }: AmendOrder): string =>
  [order, clientOrderId, price, quantity].join("|")

/** By id or by client order id, one of the two. An unknown, foreign or ended order is none (S6). */
function findOwn(
  state: EngineState,
  { account, order: id, clientOrderId }: NamesOrder,
): { order: Order; market: Market } | { problem: Problem } {
  if ((id === undefined) === (clientOrderId === undefined)) return { problem: { name: "TYPE_COMBINATION" } }
  const order =
    clientOrderId === undefined ? state.orders.get(id ?? 0) : state.orders.named(account, clientOrderId)
  const market = order && state.markets.get(order.instrument)
  if (order && market && order.account === account) return { order, market }
  return { problem: { name: "UNKNOWN_ORDER", values: { order: id ?? clientOrderId ?? "" } } }
}

/** Is it a smaller total alone, or the end of the rest? Such a change is never refused for the state (N3). */
const lessens = (order: Order, { price, quantity }: Amended): boolean =>
  quantity <= order.executed || (price === order.price && quantity < order.quantity)

function lessen(market: Market, order: Order, quantity: number): void {
  if (quantity <= order.executed) market.cancel(order)
  else market.reduce(order, (order.quantity - quantity) as Lots)
}

function change(state: EngineState, market: Market, order: Order, { price, quantity }: Amended): void {
  if (price === order.price && quantity === order.quantity) return
  const isWaiting = order.status === "waiting"
  if (!isWaiting) market.withdraw(order)
  order.price = price
  order.quantity = quantity
  order.open = (quantity - order.executed) as Lots
  market.changed(order)
  if (!isWaiting) {
    market.enter(order)
    fireStops(state, market)
  }
}

const checkGiven = (command: AmendOrder): Problem | undefined =>
  command.price === undefined && command.quantity === undefined ? { name: "TYPE_COMBINATION" } : undefined

function checkAmended(
  state: EngineState,
  market: Market,
  order: Order,
  amended: Amended,
): Problem | undefined {
  const prices = pricesOf(state, market)
  const { side } = order
  // A stop that has fired is a limit order like any other when its owner prices it anew.
  const form = { side, orderType: "limit" as const, ...amended, exempt: isHouse(state, order.account) }
  const isInBook = order.status !== "waiting" && order.price === amended.price
  const level = { side, price: amended.price, quantity: amended.quantity - order.executed }
  return (
    checkForm(market.instrument, form, prices) ??
    checkLevelLimit(market, level, isInBook ? order.open : 0) ??
    (order.status === "waiting" ? undefined : checkPrice(market.instrument, form, prices)) ??
    checkReserve(market, order.reservePrice, amended.price)
  )
}

function checkPostOnly(market: Market, order: Order, { price }: Amended): Problem | undefined {
  if (!order.postOnly) return undefined
  const opposite = market.bestOpposite(order.side)
  return opposite !== 0 && reaches(order.side, price, opposite) ? { name: "POST_ONLY_WOULD_TAKE" } : undefined
}

const checkLots = (market: Market, lots: number): Problem | undefined =>
  Number.isSafeInteger(lots)
    ? undefined
    : { name: "LOT", values: { lot: formatAmount(market.instrument.lot) } }

const checkNotNegative = (lots: number): Problem | undefined =>
  lots < 0 ? { name: "WRONG_SIZE" } : undefined
