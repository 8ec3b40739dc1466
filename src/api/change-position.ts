/**
 * Tells the exchange what to do with a position, once: where no answer comes, an order is asked after, and what has a key
 * is sent again with the same one, which counts once.
 */

import type { PerpetualOrder } from "#core/wire/contract.ts"
import { contractOrderState } from "#core/wire/contract-order-calls.ts"
import { type Answer, call } from "./call.ts"
import { newRequestKey } from "./request-key.ts"

/** Pauses before each question what became of it, ms. */
const ASK_AFTER_MS = [500, 1000, 2000, 4000, 8000] as const
/** A request may still be under way when the exchange is asked the first time: it says "never" this often. */
const NEVER_TIMES = 2

/**
 * - `done`: accepted, or found to be so.
 * - `refused`: `text` says why.
 * - `never`: no answer came, and the exchange never received it.
 * - `lost`: no answer came, and none to the question either.
 */
export type PositionChange<Data> =
  | { kind: "done"; data: Data }
  | { kind: "refused"; text: string }
  | { kind: "never" }
  | { kind: "lost" }

interface Sent {
  clientOrderId: string
  /** The server's time, epoch ms. */
  sentAt: number
}

interface Telling {
  /** The server's clock as this page knows it, epoch ms. */
  serverNow: number
  /** No answer came: the exchange is being asked. */
  onAsking: () => void
}

export async function sendOrderOnce(
  send: (sent: Sent) => Promise<Answer<PerpetualOrder>>,
  { serverNow, onAsking }: Telling,
): Promise<PositionChange<PerpetualOrder>> {
  const clientOrderId = newRequestKey()
  const answer = await send({ clientOrderId, sentAt: Math.round(serverNow) })
  if (answer.ok) return { kind: "done", data: answer.data }
  const { name, text } = answer.failure
  if (name !== "NETWORK" && name !== "INTERNAL") return { kind: "refused", text }
  onAsking()
  return askFate(clientOrderId)
}

async function askFate(clientOrderId: string): Promise<PositionChange<PerpetualOrder>> {
  let neverSaid = 0
  for (const pauseMs of ASK_AFTER_MS) {
    await pause(pauseMs)
    const answer = await call(contractOrderState, { clientOrderId })
    if (answer.ok) return { kind: "done", data: answer.data }
    if (answer.failure.name === "UNKNOWN_ORDER") neverSaid += 1
    if (neverSaid >= NEVER_TIMES) return { kind: "never" }
  }
  return { kind: "lost" }
}

export async function sendKeyed<Data>(
  send: (key: string) => Promise<Answer<Data>>,
  { onAsking }: Pick<Telling, "onAsking">,
): Promise<PositionChange<Data>> {
  const key = newRequestKey()
  let answer = await send(key)
  for (const pauseMs of ASK_AFTER_MS) {
    if (answer.ok || answer.failure.name !== "NETWORK") break
    onAsking()
    await pause(pauseMs)
    answer = await send(key)
  }
  if (answer.ok) return { kind: "done", data: answer.data }
  const { name, text } = answer.failure
  return name === "NETWORK" ? { kind: "lost" } : { kind: "refused", text }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
