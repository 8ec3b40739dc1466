/**
 * Sends an order to the exchange exactly once. It is never sent again by itself. When no answer comes, its fate is unknown:
 * the exchange is asked by the order's client id, and until it has said what became of it, nothing else is sent from this
 * tab. A reload takes the question along.
 */

import { proxy, ref } from "valtio"
import type { OwnOrder, TradedKind } from "#core/wire/private-rows.ts"
import type { Answer } from "../api/call.ts"
import { keepsPrivateAnswers } from "../api/kept-answers.ts"
import { newRequestKey } from "../api/request-key.ts"
import { expectOrder, sayOrder, sayRefusal } from "../order-news/order-news.ts"
import { orderByClientId } from "../stores/account-store.ts"
import { market } from "../stores/market-store.ts"
import { tellOrderHop } from "../stores/order-hops.ts"
import { session } from "../stores/session-store.ts"
import { dropTab, readTab, writeTab } from "../stores/tab-storage.ts"
import { holdForAnswer, holdForTelling } from "./answer-hold.ts"
import { askFate, PATIENCE_MS, patience } from "./ask-fate.ts"
import type { OrderRequest } from "./order-draft.ts"

const KEY = "saker:unknown-order"

interface SentOrder {
  /** Of its door; older releases left it out. */
  kind?: string | undefined
  clientOrderId: string
  instrument: string
  /** Local epoch ms. */
  at: number
}

/** What became of the last order, to be read in the ticket; null once something else is typed. */
type Outcome =
  | { kind: "refused"; instrument: string; name: string; text: string }
  | { kind: "never"; instrument: string }
  | { kind: "found"; instrument: string; text: string }

interface Sending {
  /** `sending`: on its way. `unknown`: no answer came, the exchange is being asked. */
  state: "idle" | "sending" | "unknown"
  order: SentOrder | null
  outcome: Outcome | null
}

export const sending = proxy<Sending>({ state: "idle", order: null, outcome: null })

/** What tells an order apart when its answer is lost. */
interface Sent {
  clientOrderId: string
  /** The server's time, epoch ms. */
  sentAt: number
}

/** How orders of one kind of market are placed, and how the exchange is asked what became of one. */
export interface OrderDoor<Request extends OrderRequest> {
  kind: TradedKind
  place: (request: Request & Sent, signal: AbortSignal) => Promise<Answer<OwnOrder>>
  ask: (clientOrderId: string, signal: AbortSignal) => Promise<Answer<OwnOrder>>
}

/**
 * Opens a door, and asks through it what became of an order that was unknown when the page was reloaded.
 * @returns sends an order, unless one is on its way or unknown: then nothing happens. Resolves to whether it was placed;
 * what is told is told by then
 */
export function orderSender<Request extends OrderRequest>(
  door: OrderDoor<Request>,
): (request: Request) => Promise<boolean> {
  takeUp(door)
  return (request) => send(door, request)
}

async function send<Request extends OrderRequest>(
  door: OrderDoor<Request>,
  request: Request,
): Promise<boolean> {
  if (sending.state !== "idle") return false
  const clientOrderId = newRequestKey()
  const order = { kind: door.kind, clientOrderId, instrument: request.instrument, at: Date.now() }
  Object.assign(sending, { state: "sending", order: ref(order), outcome: null })
  writeTab(KEY, JSON.stringify(order))
  expectOrder(clientOrderId)
  const sentAt = Math.round(order.at + market.connection.clockOffset)
  tellOrderHop("sent", clientOrderId)
  holdForAnswer()
  const answer = await door.place({ ...request, clientOrderId, sentAt }, patience(PATIENCE_MS))
  holdForTelling()
  // Logged out meanwhile: what became of it is nobody's business here, and another's order may be under way.
  if (!isCurrent(order)) return false
  if (answer.ok) {
    tellOrderHop("accepted", clientOrderId)
    settle(null)
    await sayOrder(answer.data)
    return true
  }
  const { name, text } = answer.failure
  // An error of the server's may have come after the order was kept: it is asked as if nothing had been said.
  if (name === "NETWORK" || name === "INTERNAL") {
    sending.state = "unknown"
    return learnFate(door, order)
  }
  settle({ kind: "refused", instrument: order.instrument, name, text })
  if (name !== "SESSION") await sayRefusal(text)
  return false
}

/** Something else is typed: what was said of the last order is of the past. */
export function forgetOutcome(): void {
  if (sending.outcome) sending.outcome = null
}

async function learnFate({ ask }: Pick<OrderDoor<never>, "ask">, order: SentOrder): Promise<boolean> {
  const fate = await askFate<OwnOrder>({
    isCurrent: () => isCurrent(order),
    heard: () => orderByClientId(order.clientOrderId),
    ask: async (signal) => {
      const answer = await ask(order.clientOrderId, signal)
      if (answer.ok) return answer.data
      return answer.failure.name === "UNKNOWN_ORDER" ? "never" : undefined
    },
  })
  if (fate && fate !== "never") return found(fate)
  // Logged out: the answer would be another's business.
  if (isCurrent(order)) settle(fate ? { kind: "never", instrument: order.instrument } : null)
  return false
}

async function found(order: OwnOrder): Promise<boolean> {
  const text = await sayOrder(order)
  settle(text ? { kind: "found", instrument: order.instrument, text } : null)
  return true
}

const isCurrent = ({ clientOrderId }: SentOrder): boolean => sending.order?.clientOrderId === clientOrderId

/** With the session goes what was sent in it, and what was said of it. */
keepsPrivateAnswers(() => settle(null))

function settle(outcome: Outcome | null): void {
  dropTab(KEY)
  Object.assign(sending, { state: "idle", order: null, outcome: outcome && ref(outcome) })
}

/** The page was loaded anew while an order's fate was unknown. */
function takeUp({ kind, ask }: Pick<OrderDoor<never>, "kind" | "ask">): void {
  const order = readKept()
  if (order && (order.kind ?? "spot") !== kind) return
  if (!order || session.token === null) {
    dropTab(KEY)
    return
  }
  Object.assign(sending, { state: "unknown", order: ref(order) })
  expectOrder(order.clientOrderId)
  void learnFate({ ask }, order)
}

function readKept(): SentOrder | undefined {
  try {
    const kept = Object(JSON.parse(readTab(KEY) ?? "null")) as Partial<SentOrder>
    const { kind, clientOrderId, instrument, at } = kept
    return clientOrderId && instrument && at ? { kind, clientOrderId, instrument, at } : undefined
  } catch {
    return undefined
  }
}
