/**
 * What is done with a position: told to the exchange once, never again by itself. Where no answer comes, the exchange is
 * asked what became of it. Kept apart from rows, which come and go as one scrolls.
 */

import i18next from "i18next"
import { proxy } from "valtio"
import type { PerpetualOrder } from "#core/wire/contract.ts"
import { reversePosition, setPositionTargets } from "#core/wire/contract-close-calls.ts"
import { contractOrderState, placeContractOrder } from "#core/wire/contract-order-calls.ts"
import { movePositionMargin } from "#core/wire/contract-position-calls.ts"
import type { AskOf } from "#core/wire/endpoint.ts"
import { type Answer, call } from "../../api/call.ts"
import { keepsPrivateAnswers } from "../../api/kept-answers.ts"
import { newRequestKey } from "../../api/request-key.ts"
import { sayOrder } from "../../order-news/order-news.ts"
import { market } from "../../stores/market-store.ts"
import { showToast } from "../../ui/toaster.ts"
import type { CloseRequest } from "./close.model.ts"

/** Pauses before each question what became of an order, ms. */
const ASK_AFTER_MS = [500, 1000, 2000, 4000, 8000] as const
/** A request may still be under way when the exchange is asked the first time: it says "never" this often. */
const NEVER_TIMES = 2

interface PositionAction {
  /** `asking`: no answer came, the exchange is asked. `said`: over, and there is something to say. */
  state: "sending" | "asking" | "said"
  text?: string
}

/** By position id; one with which nothing is under way is missing. */
export const positionActions = proxy<{ byId: Record<number, PositionAction> }>({ byId: {} })

/** With the session goes what was sent in it. */
keepsPrivateAnswers(() => {
  positionActions.byId = {}
})

export function forgetAction(id: number): void {
  if (positionActions.byId[id]?.state === "said") delete positionActions.byId[id]
}

const isUnderWay = (id: number): boolean =>
  ["sending", "asking"].includes(positionActions.byId[id]?.state ?? "")

const serverNow = () => Math.round(Date.now() + market.connection.clockOffset)

interface Sent {
  clientOrderId: string
  /** The server's time, epoch ms. */
  sentAt: number
}

/** Sends the order that closes a position or a part of it. Answers whether it was taken; a toast says the rest. */
export const closeByOrder = (id: number, request: CloseRequest): Promise<boolean> =>
  order(id, (sent) => call(placeContractOrder, { ...request, ...sent }))

/** Closes a position and opens one as large the other way: both, or nothing. */
export const reverse = (
  id: number,
  request: Pick<AskOf<typeof reversePosition>, "instrument" | "positionSide">,
): Promise<boolean> => order(id, (sent) => call(reversePosition, { ...request, ...sent }))

async function order(id: number, send: (sent: Sent) => Promise<Answer<PerpetualOrder>>): Promise<boolean> {
  if (isUnderWay(id)) return false
  positionActions.byId[id] = { state: "sending" }
  const clientOrderId = newRequestKey()
  const answer = await send({ clientOrderId, sentAt: serverNow() })
  if (answer.ok) return taken(id, answer.data)
  const { name, text } = answer.failure
  if (name !== "NETWORK" && name !== "INTERNAL") return refused(id, text)
  positionActions.byId[id] = { state: "asking", text: i18next.t("positions:asking") }
  const found = await askFate(clientOrderId)
  if (found === "never") return refused(id, i18next.t("positions:never"))
  return found ? taken(id, found) : refused(id, i18next.t("positions:lost"))
}

/** Moves money into an isolated position or out of it. */
export const moveMargin = (
  id: number,
  request: Omit<AskOf<typeof movePositionMargin>, "key" | "sentAt">,
): Promise<boolean> => keyed(id, "marginMoved", (key) => call(movePositionMargin, { ...request, key }))

/** Replaces take-profit and stop-loss of the whole position; without either they are taken away. */
export const setTargets = (
  id: number,
  request: Omit<AskOf<typeof setPositionTargets>, "key" | "sentAt">,
): Promise<boolean> => keyed(id, "targets.saved", (key) => call(setPositionTargets, { ...request, key }))

/** Sent again with the same key it counts once. `said`: the word for that it is done. */
async function keyed(
  id: number,
  said: string,
  send: (key: string) => Promise<Answer<unknown>>,
): Promise<boolean> {
  if (isUnderWay(id)) return false
  positionActions.byId[id] = { state: "sending" }
  const key = newRequestKey()
  let answer = await send(key)
  for (const pauseMs of ASK_AFTER_MS) {
    if (answer.ok || answer.failure.name !== "NETWORK") break
    positionActions.byId[id] = { state: "asking", text: i18next.t("positions:asking") }
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
    answer = await send(key)
  }
  if (!answer.ok)
    return refused(id, answer.failure.name === "NETWORK" ? i18next.t("positions:lost") : answer.failure.text)
  delete positionActions.byId[id]
  showToast("success", i18next.t(`positions:${said}`))
  return true
}

/** Told as every order is, and once: the socket tells of it as well. */
async function taken(id: number, order: PerpetualOrder): Promise<boolean> {
  delete positionActions.byId[id]
  await sayOrder(order)
  return true
}

function refused(id: number, text: string): false {
  positionActions.byId[id] = { state: "said", text }
  return false
}

/** Undefined: nothing answers. */
async function askFate(clientOrderId: string): Promise<PerpetualOrder | "never" | undefined> {
  let neverSaid = 0
  for (const pauseMs of ASK_AFTER_MS) {
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
    const answer = await call(contractOrderState, { clientOrderId })
    if (answer.ok) return answer.data
    if (answer.failure.name === "UNKNOWN_ORDER") neverSaid += 1
    if (neverSaid >= NEVER_TIMES) return "never"
  }
  return undefined
}
