/**
 * How does an order get to the exchange exactly once? It is sent once and never again by itself. When no answer comes, its
 * fate is unknown: the exchange is asked by the order's client id, and until it has said what became of it, nothing else
 * is sent from this tab. A reload takes the question along.
 */

import { proxy, ref } from "valtio"
import { placeSpotOrder, spotOrderState } from "#core/wire/spot-calls.ts"
import type { SpotOrder } from "#core/wire/trading.ts"
import { call } from "../../api/call.ts"
import { newRequestKey } from "../../api/request-key.ts"
import { expectOrder, sayOrder, sayRefusal } from "../../app/order-news.ts"
import { onAccountNews, orderByClientId } from "../../stores/account-store.ts"
import { market } from "../../stores/market-store.ts"
import { session } from "../../stores/session-store.ts"
import { dropTab, readTab, writeTab } from "../../stores/tab-storage.ts"
import type { OrderRequest } from "./order-draft.ts"

/** Without an answer by then the order counts as unknown. */
const PATIENCE_MS = 8000
const ASK_PATIENCE_MS = 5000
/** Between one question and the next, in turn; the last one goes on. */
const ASK_AFTER_MS = [300, 1000, 2000, 4000, 8000] as const
/** A request may still be under way when the exchange is asked the first time: it says "never" this often. */
const NEVER_TIMES = 2

const KEY = "saker:unknown-order"

interface SentOrder {
  clientOrderId: string
  instrument: string
  /** Local epoch ms. */
  at: number
}

/** What became of the last order, to be read in the ticket; null once something else is typed. */
type Outcome =
  | { kind: "refused"; instrument: string; text: string }
  | { kind: "never"; instrument: string }
  | { kind: "found"; instrument: string; text: string }

interface Sending {
  /** `sending`: on its way. `unknown`: no answer came, the exchange is being asked. */
  state: "idle" | "sending" | "unknown"
  order: SentOrder | null
  outcome: Outcome | null
}

export const sending = proxy<Sending>({ state: "idle", order: null, outcome: null })

/**
 * Sends it, unless one is on its way or unknown: then nothing happens.
 * @returns whether it was placed; what is told is told by then
 */
export async function sendOrder(request: OrderRequest): Promise<boolean> {
  if (sending.state !== "idle") return false
  const clientOrderId = newRequestKey()
  const order = { clientOrderId, instrument: request.instrument, at: Date.now() }
  Object.assign(sending, { state: "sending", order: ref(order), outcome: null })
  writeTab(KEY, JSON.stringify(order))
  expectOrder(clientOrderId)
  const sentAt = Math.round(order.at + market.connection.clockOffset)
  const answer = await call(placeSpotOrder, { ...request, clientOrderId, sentAt }, patience(PATIENCE_MS))
  if (answer.ok) {
    settle(null)
    await sayOrder(answer.data)
    return true
  }
  const { name, text } = answer.failure
  // An error of the server's may have come after the order was kept: it is asked as if nothing had been said.
  if (name === "NETWORK" || name === "INTERNAL") {
    sending.state = "unknown"
    return askFate(order)
  }
  settle({ kind: "refused", instrument: order.instrument, text })
  if (name !== "SESSION") await sayRefusal(text)
  return false
}

/** Something else is typed: what was said of the last order is of the past. */
export function forgetOutcome(): void {
  if (sending.outcome) sending.outcome = null
}

/** Asks until the exchange has said something; what the private socket tells counts as well. */
async function askFate(order: SentOrder): Promise<boolean> {
  let neverSaid = 0
  for (let turn = 0; sending.order?.clientOrderId === order.clientOrderId; turn += 1) {
    await pause(ASK_AFTER_MS[Math.min(turn, ASK_AFTER_MS.length - 1)] ?? 0)
    if (session.token === null) break
    const heard = orderByClientId(order.clientOrderId)
    if (heard) return found(heard)
    const { clientOrderId } = order
    const answer = await call(spotOrderState, { clientOrderId }, patience(ASK_PATIENCE_MS))
    if (answer.ok) return found(answer.data)
    if (answer.failure.name === "UNKNOWN_ORDER") neverSaid += 1
    if (neverSaid < NEVER_TIMES) continue
    settle({ kind: "never", instrument: order.instrument })
    return false
  }
  // Logged out: the answer would be another's business.
  settle(null)
  return false
}

async function found(order: SpotOrder): Promise<boolean> {
  const text = await sayOrder(order)
  settle(text ? { kind: "found", instrument: order.instrument, text } : null)
  return true
}

function settle(outcome: Outcome | null): void {
  dropTab(KEY)
  Object.assign(sending, { state: "idle", order: null, outcome: outcome && ref(outcome) })
}

/** Ends early when the private socket tells of an order. */
function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      stop()
      resolve()
    }
    const timer = setTimeout(end, ms)
    const stop = onAccountNews(() => {
      if (sending.order && orderByClientId(sending.order.clientOrderId)) end()
    })
  })
}

function patience(ms: number): AbortSignal {
  const control = new AbortController()
  setTimeout(() => control.abort(), ms)
  return control.signal
}

/** The page was loaded anew while an order's fate was unknown. */
function takeUp(): void {
  const order = readKept()
  if (!order || session.token === null) {
    dropTab(KEY)
    return
  }
  Object.assign(sending, { state: "unknown", order: ref(order) })
  expectOrder(order.clientOrderId)
  void askFate(order)
}

function readKept(): SentOrder | undefined {
  try {
    const { clientOrderId, instrument, at } = Object(JSON.parse(readTab(KEY) ?? "null")) as Partial<SentOrder>
    return clientOrderId && instrument && at ? { clientOrderId, instrument, at } : undefined
  } catch {
    return undefined
  }
}

takeUp()
