/** Amending, reducing, cancelling and querying open orders (S6, S7). */

import { checkForm, checkPrice } from "#core/instrument/order-rules.ts"
import { formatAmount } from "#core/money/steps.ts"
import type { Lots } from "#core/money/units.ts"
import { isOpen } from "#core/order/order-status.ts"
import type { Problem } from "#core/wire/problem.ts"
import { refuse } from "#core/wire/problem.ts"
import type { AnswerOf, OrderAnswer } from "../answer.ts"
import type {
  AccountId,
  AmendOrder,
  CancelAll,
  CancelOrder,
  NamesOrder,
  QueryOrder,
  ReduceOrder,
} from "../command.ts"
import type { ExpiryReason } from "../event.ts"
import type { Market } from "../matching/market.ts"
import { isByMarket, type Order, shownLots } from "../matching/order.ts"
import { reaches } from "../matching/order-book.ts"
import { sourceOf } from "../matching/order-conditions.ts"
import type { OrderTerms } from "../risk/clearing.ts"
import type { EngineState } from "../state.ts"
import { isHouse } from "../state.ts"
import {
  checkLevelLimit,
  checkReserve,
  checkShown,
  checkTrading,
  pricesOf,
  stopDirection,
} from "./check-placement.ts"
import { endParents } from "./end-parents.ts"
import { checkFrozen, once } from "./envelope.ts"
import { fireStops, waitForPrice } from "./place-order.ts"

/**
 * `order.amend`, all or nothing. A smaller total alone keeps the place in the queue and passes in every state; a total
 * not above what is executed cancels the rest. Anything else leaves the book and enters again as a taker would.
 */
export function amendOrder(state: EngineState, command: AmendOrder): OrderAnswer {
  const { account, key, keysMax, sentAt } = command
  if (key === undefined && sentAt === undefined) return amend(state, command)
  return once(state, { kind: "amend", account, key, keysMax, sentAt, body: () => bodyOf(command) }, () =>
    amend(state, command),
  )
}

function amend(state: EngineState, command: AmendOrder): OrderAnswer {
  const refused = checkFrozen(state, command.account)
  if (refused) return { ok: false, problem: refused }
  const found = findOwn(state, command)
  if ("problem" in found) return { ok: false, problem: found.problem }
  const { order, market } = found
  const amended = {
    price: command.price ?? order.price,
    quantity: command.quantity ?? order.quantity,
    stopPrice: command.stopPrice ?? order.stopPrice,
  }
  if (!hasFields(order, command)) return refuse("TYPE_COMBINATION")
  if (order.conditions?.otherLeg) return refuse("OCO_FIXED")
  if (lessens(order, amended)) {
    const problem = checkLots(market, amended.quantity) ?? checkNotNegative(amended.quantity)
    if (problem) return { ok: false, problem }
    lessen(market, order, amended.quantity)
    return answerOf(state, order)
  }
  const problem =
    checkTrading(state, market, { onlyCloses: order.reduceOnly, isHouse: isHouse(state, order.account) }) ??
    checkGiven(command) ??
    checkAmended(state, market, order, amended) ??
    checkStopPrice(state, market, order, amended) ??
    market.clearing.checkMoney(order, amended, market.clearing.holdAt(order, amended, market.instrument)) ??
    checkPostOnly(market, order, amended)
  if (problem) return { ok: false, problem }
  change(state, market, order, amended)
  return answerOf(state, order)
}

/** `order.reduce`: takes lots off what is open, at its place in the queue; all of it ends the order. */
export function reduceOrder(state: EngineState, command: ReduceOrder): OrderAnswer {
  const { account, key, keysMax, sentAt, order, clientOrderId, by } = command
  if (key === undefined && sentAt === undefined) return reduce(state, command)
  const body = () => [order, clientOrderId, by].join("|")
  return once(state, { kind: "reduce", account, key, keysMax, sentAt, body }, () => reduce(state, command))
}

function reduce(state: EngineState, command: ReduceOrder): OrderAnswer {
  const refused = checkFrozen(state, command.account)
  if (refused) return { ok: false, problem: refused }
  const found = findOwn(state, command)
  if ("problem" in found) return { ok: false, problem: found.problem }
  const { order, market } = found
  const problem = checkLots(market, command.by)
  if (problem) return { ok: false, problem }
  if (command.by <= 0) return refuse("WRONG_SIZE")
  if (order.quantity === 0) return refuse("TYPE_COMBINATION")
  if (order.conditions?.otherLeg) return refuse("OCO_FIXED")
  lessen(market, order, order.quantity - command.by)
  return answerOf(state, order)
}

/** `order.cancel`: the order as it ended. */
export function cancelOrder(state: EngineState, command: CancelOrder): OrderAnswer {
  const found = findOwn(state, command)
  if ("problem" in found) return { ok: false, problem: found.problem }
  found.market.cancel(found.order)
  return answerOf(state, found.order)
}

/** `order.query`: an open order as it stands; of an ended one what its client order id was first answered. */
export function queryOrder(state: EngineState, command: QueryOrder): OrderAnswer {
  const { account, clientOrderId, kind } = command
  const found = findOwn(state, command)
  if ("order" in found) return answerOf(state, found.order)
  const key = clientOrderId
  // Keys of this kind are those of placements.
  const first =
    key === undefined
      ? undefined
      : (state.keys.answerTo({ kind: "order", account, key }) as OrderAnswer | undefined)
  const isAsked = first?.ok && (kind ?? first.value.order.kind) === first.value.order.kind
  return isAsked && found.problem.name === "UNKNOWN_ORDER" ? first : { ok: false, problem: found.problem }
}

/** `order.cancel-all` of one instrument or of all, in order of id. */
export function cancelAll(state: EngineState, command: CancelAll): AnswerOf<CancelAll> {
  const { account, instrument, kind, group } = command
  if (instrument !== undefined && !state.markets.has(instrument))
    return refuse("UNKNOWN_INSTRUMENT", { instrument })
  const ended = endParents(state, { account, instrument, kind, group }, "OWNER")
  const cancelled = cancelOrders(state, { account, instrument, kind, group })
  if (group !== undefined && cancelled.length + ended.length === 0)
    return refuse("UNKNOWN_ORDER", { order: group })
  return { ok: true, value: { cancelled } }
}

/** Ends the open orders of an account, of one instrument, kind or group where it is named; answers their ids, rising. */
export function cancelOrders(
  state: EngineState,
  of: {
    account: AccountId
    instrument?: string | undefined
    kind?: CancelAll["kind"] | undefined
    group?: number | undefined
  },
  reason?: ExpiryReason,
): number[] {
  const orders: Order[] = []
  for (const market of state.markets.values())
    if (isAsked(market, of.instrument, of.kind))
      orders.push(...(market.participantOf(of.account)?.list() ?? []))
  const asked =
    of.group === undefined ? orders : orders.filter(({ conditions }) => conditions?.group?.id === of.group)
  asked.sort((a, b) => a.id - b.id)
  // The end of one leg has ended the other (S16).
  for (const order of asked) if (isOpen(order)) state.markets.get(order.instrument)?.cancel(order, reason)
  return asked.map((order) => order.id)
}

const isAsked = (market: Market, id: string | undefined, kind: CancelAll["kind"] | undefined): boolean =>
  (id ?? market.instrument.id) === market.instrument.id &&
  (kind ?? market.instrument.kind) === market.instrument.kind

const answerOf = (state: EngineState, order: Order): OrderAnswer => ({
  ok: true,
  value: { order: state.log.answerWith(order) },
})

/** Everything that makes two amendments the same, in fixed order. */
const bodyOf = ({ order, clientOrderId, price, quantity, stopPrice }: AmendOrder): string =>
  [order, clientOrderId, price, quantity, ...(stopPrice === undefined ? [] : [stopPrice])].join("|")

/** By id or by client order id, one of the two. An unknown, foreign or ended order is none (S6). */
function findOwn(
  state: EngineState,
  { account, order: id, clientOrderId, kind }: NamesOrder,
): { order: Order; market: Market } | { problem: Problem } {
  if ((id === undefined) === (clientOrderId === undefined)) return { problem: { name: "TYPE_COMBINATION" } }
  const order =
    clientOrderId === undefined ? state.orders.get(id ?? 0) : state.orders.named(account, clientOrderId)
  const market = order && state.markets.get(order.instrument)
  const isOwn = order?.account === account && (kind ?? order.kind) === order.kind
  if (order && market && isOwn) return { order, market }
  return { problem: { name: "UNKNOWN_ORDER", values: { order: id ?? clientOrderId ?? "" } } }
}

/** What an amendment asks for. */
type AmendedTerms = OrderTerms & Pick<Order, "stopPrice">

/** Is it a smaller total alone, or the end of the rest? Such a change is never refused for the state (N3). */
const lessens = (order: Order, { price, quantity, stopPrice }: AmendedTerms): boolean =>
  (quantity <= order.executed && order.quantity !== 0) ||
  (price === order.price && stopPrice === order.stopPrice && quantity < order.quantity)

/** Only a stop that waits has a stop price to change; without a limit or a quantity there is none of that to change. */
function hasFields(order: Order, { price, quantity, stopPrice }: AmendOrder): boolean {
  const isStop = order.status === "waiting" && order.orderType !== "trailing-stop"
  return (
    (stopPrice === undefined || isStop) &&
    (price === undefined || !isByMarket(order)) &&
    (quantity === undefined || order.quantity !== 0)
  )
}

function lessen(market: Market, order: Order, quantity: number): void {
  if (quantity <= order.executed) market.cancel(order)
  else market.reduce(order, (order.quantity - quantity) as Lots)
}

function change(state: EngineState, market: Market, order: Order, terms: AmendedTerms): void {
  const { price, quantity, stopPrice } = terms
  const isMoved = stopPrice !== order.stopPrice
  if (price === order.price && quantity === order.quantity && !isMoved) return
  const isWaiting = order.status === "waiting"
  if (!isWaiting || isMoved) market.withdraw(order)
  if (isMoved) {
    order.stopPrice = stopPrice
    waitForPrice(state, market, order)
  }
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
  command.price === undefined && command.quantity === undefined && command.stopPrice === undefined
    ? { name: "TYPE_COMBINATION" }
    : undefined

/** S8: as at placement, where it is moved. */
function checkStopPrice(
  state: EngineState,
  market: Market,
  order: Order,
  { stopPrice }: AmendedTerms,
): Problem | undefined {
  if (stopPrice === order.stopPrice) return undefined
  const at = { prices: pricesOf(state, market), source: sourceOf(order) }
  return stopDirection(market, stopPrice, at) === 0 ? { name: "STOP_WOULD_TRIGGER" } : undefined
}

function checkAmended(
  state: EngineState,
  market: Market,
  order: Order,
  amended: AmendedTerms,
): Problem | undefined {
  const prices = pricesOf(state, market)
  const { side } = order
  // A stop that has fired is a limit order like any other when its owner prices it anew.
  const form = {
    side,
    orderType: isByMarket(order) ? order.orderType : ("limit" as const),
    price: isByMarket(order) ? undefined : amended.price,
    quantity: order.quantity === 0 ? undefined : amended.quantity,
    stopPrice: order.status === "waiting" && amended.stopPrice !== 0 ? amended.stopPrice : undefined,
    exempt: isHouse(state, order.account),
  }
  const isInBook = order.status !== "waiting" && order.price === amended.price
  const level = { side, price: amended.price, quantity: amended.quantity - order.executed }
  return (
    checkForm(market.instrument, form, prices) ??
    checkShown(market, amended, shownOf(order, amended.quantity)) ??
    checkLevelLimit(market, level, isInBook ? shownLots(order) : 0) ??
    (order.status === "waiting" ? undefined : checkPrice(market.instrument, form, prices)) ??
    checkReserve(market, order.reservePrice, amended.price)
  )
}

/** S19: an order that has become smaller than the part it shows, shows all that there is. */
const shownOf = ({ conditions }: Order, quantity: number): number | undefined =>
  conditions?.shown === undefined ? undefined : Math.min(conditions.shown, quantity)

function checkPostOnly(market: Market, order: Order, { price }: OrderTerms): Problem | undefined {
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
