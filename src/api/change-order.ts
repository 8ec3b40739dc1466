/**
 * Amends and cancels open orders. Told once, never again by itself; where no answer comes, the server is asked how
 * the order stands. The private messages stay the truth: what comes back here only says whether it was accepted.
 */

import type { OwnOrder } from "#core/wire/private-rows.ts"
import { type Answer, call } from "./call.ts"
import { ORDER_CALLS } from "./order-calls.ts"
import { newRequestKey } from "./request-key.ts"

/** Pauses before each question how an order stands, ms. */
const ASK_AFTER_MS = [500, 1000, 2000, 4000, 8000] as const

/**
 * - `done`: accepted, or found to be so.
 * - `refused`: `text` says why.
 * - `unchanged`: no answer came, and the order stands as it was.
 * - `lost`: no answer came, and none to the question either.
 */
export type OrderChange =
  | { kind: "done" }
  | { kind: "refused"; text: string }
  | { kind: "unchanged" }
  | { kind: "lost" }

export interface WantedChange {
  /** Wire texts; left out: stays. */
  price?: OwnOrder["price"]
  /** Of a stop that waits, but for a trailing one. */
  stopPrice?: OwnOrder["stopPrice"]
  /** The new total, what is executed included. */
  quantity?: OwnOrder["quantity"]
}

interface Telling {
  /** The server's clock as this page knows it, epoch ms. */
  serverNow: number
  /** No answer came: the server is being asked. */
  onAsking: () => void
}

/** `order` as the page knows it: by its sequence it is judged what became of an amendment that got no answer. */
export function amendOrder(order: OwnOrder, wanted: WantedChange, telling: Telling): Promise<OrderChange> {
  const { price, stopPrice, quantity } = wanted
  const request = {
    id: order.id,
    ...(price ? { price } : {}),
    ...(stopPrice ? { stopPrice } : {}),
    ...(quantity ? { quantity } : {}),
    key: newRequestKey(),
    sentAt: Math.round(telling.serverNow),
  }
  return judged(call(ORDER_CALLS[order.kind].amend, request), order, telling.onAsking)
}

export function cancelOrder(order: OwnOrder, onAsking: () => void): Promise<OrderChange> {
  return judged(call(ORDER_CALLS[order.kind].cancel, { id: order.id }), order, onAsking)
}

async function judged(
  told: Promise<Answer<OwnOrder>>,
  before: OwnOrder,
  onAsking: () => void,
): Promise<OrderChange> {
  const answer = await told
  if (answer.ok) return { kind: "done" }
  if (answer.failure.name !== "NETWORK") return { kind: "refused", text: answer.failure.text }
  onAsking()
  for (const pauseMs of ASK_AFTER_MS) {
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
    const state = await call(ORDER_CALLS[before.kind].state, { id: before.id })
    if (state.ok) return { kind: state.data.sequence > before.sequence ? "done" : "unchanged" }
    if (state.failure.name !== "NETWORK") return { kind: "refused", text: state.failure.text }
  }
  return { kind: "lost" }
}
