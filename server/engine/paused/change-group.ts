/** Pausing, resuming and ending a scaled order or an iceberg as a whole (S21). */

import type { Lots, Ticks } from "#core/money/units.ts"
import type { PausableKind } from "#core/order/order-group.ts"
import { isOpen } from "#core/order/order-status.ts"
import { type Problem, refuse } from "#core/wire/problem.ts"
import type { AnswerOf } from "../answer.ts"
import type { PlaceOrder } from "../command.ts"
import type { Order } from "../matching/order.ts"
import { checkFrozen } from "../orders/envelope.ts"
import { admitOrder } from "../orders/place-order.ts"
import type { EngineState } from "../state.ts"
import { forgetPaused, tellPaused, watchPaused } from "./end-paused.ts"
import { copyPaused, PausedGroup, type PausedPart, type PausedView } from "./paused.ts"
import type { ChangeGroup } from "./paused-command.ts"

/** That one account may have paused: what is paused counts as no open order. */
export const PAUSED_MOST = 20

type GroupAnswer = AnswerOf<ChangeGroup>

/** `group.change`. Pausing and ending pass always, as a cancel does; a frozen account resumes nothing. */
export function changeGroup(state: EngineState, command: ChangeGroup): GroupAnswer {
  const { group: id, act } = command
  const orders = restingOf(state, command)
  const [first] = orders
  const group = ownPaused(state, command) ?? (first && new PausedGroup(viewOf(state, first, id)))
  if (!group) return refuse("UNKNOWN_ORDER", { order: id })
  const problem = checkAct(state, command, orders)
  if (problem) return { ok: false, problem }
  if (act === "pause") pause(state, group, orders)
  else if (act === "resume") resume(state, group)
  else end(state, group, orders)
  return { ok: true, value: { paused: copyPaused(group.view) } }
}

function ownPaused(state: EngineState, { account, group: id }: ChangeGroup): PausedGroup | undefined {
  const known = state.paused.get(id)
  return known?.view.account === account ? known : undefined
}

/** What rests of it, rising by id: the open orders of the group, or the iceberg with that id, which has none of its own yet. */
function restingOf(state: EngineState, { account, group: id }: ChangeGroup): Order[] {
  const orders: Order[] = []
  for (const market of state.markets.values())
    for (const order of market.participantOf(account)?.list() ?? []) {
      const { group, shown } = order.conditions ?? {}
      if (group?.id === id || (order.id === id && !group && shown !== undefined)) orders.push(order)
    }
  return orders.sort((one, other) => one.id - other.id)
}

function checkAct(
  state: EngineState,
  { account, group: id, act }: ChangeGroup,
  orders: readonly Order[],
): Problem | undefined {
  if (orders.some(({ conditions }) => conditions?.group?.kind === "oco")) return { name: "OCO_FIXED" }
  if (act === "resume") return checkFrozen(state, account)
  if (act === "end" || state.paused.get(id)) return undefined
  return state.paused.ofAccount(account).length >= PAUSED_MOST
    ? { name: "PAUSED_COUNT", values: { limit: PAUSED_MOST } }
    : undefined
}

/** What rests leaves the book, and joins what is paused already. */
function pause(state: EngineState, group: PausedGroup, orders: readonly Order[]): void {
  if (orders.length === 0) return
  const parts = [...group.view.parts, ...orders.map(partOf)]
  cancelThem(state, orders, "PAUSED")
  group.view.parts = parts
  if (!state.paused.get(group.key)) state.paused.add(group)
  tellPaused(state, group)
  watchPaused(state)
}

/** Each is placed anew as any order is; what is refused stays paused, with why. */
function resume(state: EngineState, group: PausedGroup): void {
  const { view } = group
  if (view.parts.length === 0) return
  const left: PausedPart[] = []
  for (const { refusal: _, ...part } of view.parts) {
    const placed = admitOrder(state, placementOf(view, part), {
      group: { id: view.id, kind: view.kind },
      pair: part.pair,
    })
    if ("problem" in placed) left.push({ ...part, refusal: placed.problem.name })
  }
  view.parts = left
  if (left.length === 0) forgetPaused(state, group, "RESUMED")
  else tellPaused(state, group)
}

function end(state: EngineState, group: PausedGroup, orders: readonly Order[]): void {
  cancelThem(state, orders)
  if (state.paused.get(group.key)) forgetPaused(state, group, "OWNER")
}

function cancelThem(state: EngineState, orders: readonly Order[], reason?: "PAUSED"): void {
  for (const order of orders) if (isOpen(order)) state.markets.get(order.instrument)?.cancel(order, reason)
}

/** What all orders of it share; nothing of it is paused yet. */
function viewOf({ log }: EngineState, order: Order, id: number): PausedView {
  const { conditions } = order
  return {
    ...{ id, kind: (conditions?.group?.kind ?? "iceberg") as PausableKind, account: order.account },
    ...{ instrument: order.instrument, side: order.side, postOnly: order.postOnly, stp: order.stp },
    ...(order.reduceOnly && { reduceOnly: true }),
    ...(order.positionSide !== undefined && { positionSide: order.positionSide }),
    ...(conditions?.expiry && { expiresAt: conditions.expiry.due }),
    ...{ parts: [], created: log.now, updated: log.now, sequence: log.seq },
  }
}

/** What is open of it. S19: an order that has become smaller than the part it shows, shows all that there is. */
function partOf({ price, open, clientOrderId, reservePrice, conditions }: Order): PausedPart {
  const { shown, targets } = conditions ?? {}
  return {
    ...{ price, quantity: open },
    ...(shown !== undefined && { shown: Math.min(shown, open) as Lots }),
    ...(clientOrderId !== undefined && { clientOrderId }),
    ...(reservePrice !== (0 as Ticks) && { reservePrice }),
    ...(targets?.takeProfit && { takeProfit: targets.takeProfit }),
    ...(targets?.stopLoss && { stopLoss: targets.stopLoss }),
    ...(targets?.isPart && { targetsPart: true }),
    ...(targets?.pair !== undefined && { pair: targets.pair }),
  }
}

function placementOf(view: PausedView, { pair: _, ...part }: Omit<PausedPart, "refusal">): PlaceOrder {
  const { account, instrument, side, stp, postOnly, reduceOnly, positionSide, expiresAt } = view
  return {
    ...{ type: "order.place", account, instrument, side, orderType: "limit", stp },
    ...(postOnly && { postOnly }),
    ...(reduceOnly && { reduceOnly }),
    ...(positionSide !== undefined && { positionSide }),
    ...(expiresAt !== undefined && { expiresAt }),
    ...part,
  }
}
