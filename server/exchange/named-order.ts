/** Orders by their name, for every kind of market: which one a request means, its cancellation, and what became of it. */

import type { TradedInstrument } from "#core/instrument/instrument.ts"
import { type ProblemName, type Result, refuse } from "#core/wire/index.ts"
import type { OrderAnswer } from "#server/engine/answer.ts"
import type { OrderView } from "#server/engine/event.ts"
import { accountOf } from "#server/engine/ledger/ledger-account.ts"
import type { CommandDoor } from "./command-door.ts"

type OrderKind = TradedInstrument["kind"]

/** An order's name in a request: one of the two. */
export interface OrderName {
  id?: number | undefined
  clientOrderId?: string | undefined
}

/** Where orders of one kind are asked for, and how they stand on the wire. */
export interface NamedOrders<Order extends { id: number }> {
  exchange: CommandDoor
  kind: OrderKind
  /** The newest state of one, open or ended. */
  find(userId: number, name: OrderName): Promise<Order | undefined>
  /** The order of an engine's answer. */
  onWire(order: OrderView): Order
}

export const isNamedOnce = ({ id, clientOrderId }: OrderName): boolean =>
  (id === undefined) !== (clientOrderId === undefined)

/** A name as commands carry it. */
export const namesOf = (kind: OrderKind, { id, clientOrderId }: OrderName) => ({
  kind,
  ...(id !== undefined && { order: id }),
  ...(clientOrderId !== undefined && { clientOrderId }),
})

export async function cancelNamed<Order extends { id: number }>(
  { exchange, kind, onWire }: NamedOrders<Order>,
  userId: number,
  name: OrderName,
): Promise<Result<Order, ProblemName>> {
  if (!isNamedOnce(name)) return refuse("TYPE_COMBINATION")
  const account = accountOf(userId)
  const answer = await exchange.submit({ type: "order.cancel", account, ...namesOf(kind, name) })
  return answer.ok ? { ok: true, value: onWire(answer.value.order) } : answer
}

/**
 * What became of an order. The question goes the way that orders go, so it is answered behind everything that was sent
 * before: an order that nobody knows then was never accepted.
 */
export async function stateOfNamed<Order extends { id: number }>(
  { exchange, kind, find, onWire }: NamedOrders<Order>,
  userId: number,
  name: OrderName,
): Promise<Result<Order, ProblemName>> {
  if (!isNamedOnce(name)) return refuse("TYPE_COMBINATION")
  const account = accountOf(userId)
  const asked = await exchange.submit({ type: "order.query", account, ...namesOf(kind, name) })
  if (!asked.ok && asked.problem.name !== "UNKNOWN_ORDER") return asked
  // A remembered first answer is older than what came of the order since.
  const newest = await find(userId, asked.ok ? { id: asked.value.order.id } : name)
  if (newest) return { ok: true, value: newest }
  return asked.ok ? { ok: true, value: onWire(asked.value.order) } : asked
}

/** Refused with UNKNOWN_ORDER where nothing was accepted under this client order id; otherwise where nobody can say now. */
export async function whetherKnown(
  exchange: CommandDoor,
  account: string,
  of: { kind: OrderKind; clientOrderId: string | undefined },
): Promise<OrderAnswer> {
  const { kind, clientOrderId } = of
  if (clientOrderId === undefined) return refuse("UNKNOWN_ORDER")
  return await exchange.submit({ type: "order.query", account, ...namesOf(kind, { clientOrderId }) })
}
