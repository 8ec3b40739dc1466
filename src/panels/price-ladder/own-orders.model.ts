/** At which rows do own orders and positions stand? Plain functions; prices in ticks. */

import { stepOf } from "#core/book/group-levels.ts"
import { parseAmount, parseSteps } from "#core/money/steps.ts"
import type { Position } from "#core/wire/contract.ts"
import type { OwnOrder } from "#core/wire/private-rows.ts"
import { openQuantity } from "../../order-news/open-quantity.ts"

/** Own orders of one side at one step. */
export interface OwnHere {
  side: "buy" | "sell"
  step: number
  orders: readonly OwnOrder[]
  /** In 1e-8 of the base, what is open of all together; undefined: one of them closes a position, however large. */
  open: bigint | undefined
  /** One of them is a stop that waits. */
  hasStop: boolean
  /** None follows the market by itself. */
  canMove: boolean
}

/** With what is open, ready to show. */
export interface ShownOwn extends OwnHere {
  text: string
}

/** Where an order was moved to and isn't yet, by its id: ticks. */
export type Moves = ReadonlyMap<number, number>

export const ownKey = (side: "buy" | "sell", step: number): string => `${side} ${step}`

/** Where an order stands, in ticks, and what of it that price is; undefined: nowhere yet. */
export function standsAt(
  order: Pick<OwnOrder, "type" | "status" | "price" | "stopPrice" | "trailingPrice">,
  tick: bigint,
): { price: number; kind: "price" | "stop" | "trail" } | undefined {
  const isWaiting = order.status === "waiting"
  const kind = !isWaiting ? "price" : order.type === "trailing-stop" ? "trail" : "stop"
  const text = kind === "price" ? order.price : kind === "stop" ? order.stopPrice : order.trailingPrice
  const ticks = text === "" ? undefined : parseSteps(text, tick)
  return ticks?.ok ? { price: ticks.value, kind } : undefined
}

/** By {@link ownKey}: bids are put down to their step, asks up, as the book's levels are; a stop as its side. */
export function ownByStep(
  orders: readonly OwnOrder[],
  { tick, group, moves }: { tick: bigint; group: number; moves: Moves },
): ReadonlyMap<string, OwnHere> {
  const found = new Map<string, OwnHere>()
  for (const order of orders) {
    const at = standsAt(order, tick)
    if (!at) continue
    const { side } = order
    const step = stepOf(moves.get(order.id) ?? at.price, group, side === "buy" ? "bid" : "ask")
    const key = ownKey(side, step)
    const known = found.get(key)
    const open = openOf(order)
    found.set(key, {
      side,
      step,
      orders: [...(known?.orders ?? []), order],
      open: known ? (known.open === undefined || open === undefined ? undefined : known.open + open) : open,
      hasStop: at.kind !== "price" || known?.hasStop === true,
      canMove: at.kind !== "trail" && known?.canMove !== false,
    })
  }
  return found
}

function openOf(order: OwnOrder): bigint | undefined {
  if (order.kind === "perpetual" && order.closePosition) return undefined
  const open = parseAmount(openQuantity(order))
  return open.ok && open.value > 0n ? open.value : undefined
}

/** The nearest step of each own position's entry, with its side. */
export function entriesByStep(
  positions: readonly Position[],
  { instrument, tick, group }: { instrument: string; tick: bigint; group: number },
): ReadonlyMap<number, Position> {
  const found = new Map<number, Position>()
  for (const position of positions) {
    if (position.instrument !== instrument) continue
    const price = parseAmount(position.entryPrice)
    if (price.ok) found.set(Math.round(Number(price.value) / Number(tick) / group) * group, position)
  }
  return found
}
