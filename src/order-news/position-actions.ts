/**
 * What is done with a position: told to the exchange once, never again by itself. Where no answer comes, the exchange is
 * asked what became of it. Kept apart from rows, which come and go as one scrolls, and shared by list and chart, so that
 * what is under way from one isn't sent from the other.
 */

import i18next from "i18next"
import { proxy } from "valtio"
import type { PerpetualOrder } from "#core/wire/contract.ts"
import { closePosition, reversePosition, setPositionTargets } from "#core/wire/contract-close-calls.ts"
import { placeContractOrder } from "#core/wire/contract-order-calls.ts"
import { movePositionMargin } from "#core/wire/contract-position-calls.ts"
import type { AskOf } from "#core/wire/endpoint.ts"
import { type Answer, call } from "../api/call.ts"
import { sendKeyed, sendOrderOnce } from "../api/change-position.ts"
import { keepsPrivateAnswers } from "../api/kept-answers.ts"
import { market } from "../stores/market-store.ts"
import { showToast } from "../ui/toaster.ts"
import { sayOrder } from "./order-news.ts"

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

type ClosingOrder = Omit<AskOf<typeof placeContractOrder>, "clientOrderId" | "sentAt">

/** Sends the order that closes a position or a part of it. Answers whether it was taken; a toast says the rest. */
export const closeByOrder = (id: number, request: ClosingOrder): Promise<boolean> =>
  order(id, (sent) => call(placeContractOrder, { ...request, ...sent }))

/** Closes all of a position by market. Answers whether it was taken; a toast says the rest. */
export const closeWhole = (
  id: number,
  request: Pick<AskOf<typeof closePosition>, "instrument" | "positionSide">,
): Promise<boolean> => order(id, (sent) => call(closePosition, { ...request, ...sent }))

/** Closes a position and opens one as large the other way: both, or nothing. */
export const reverse = (
  id: number,
  request: Pick<AskOf<typeof reversePosition>, "instrument" | "positionSide">,
): Promise<boolean> => order(id, (sent) => call(reversePosition, { ...request, ...sent }))

async function order(id: number, send: Parameters<typeof sendOrderOnce>[0]): Promise<boolean> {
  if (isUnderWay(id)) return false
  positionActions.byId[id] = { state: "sending" }
  const serverNow = Date.now() + market.connection.clockOffset
  const change = await sendOrderOnce(send, { serverNow, onAsking: () => asking(id) })
  if (change.kind === "done") return taken(id, change.data)
  return refused(id, change.kind === "refused" ? change.text : i18next.t(`positions:${change.kind}`))
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
  const change = await sendKeyed(send, { onAsking: () => asking(id) })
  if (change.kind !== "done")
    return refused(id, change.kind === "refused" ? change.text : i18next.t("positions:lost"))
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

function asking(id: number): void {
  positionActions.byId[id] = { state: "asking", text: i18next.t("positions:asking") }
}

function refused(id: number, text: string): false {
  positionActions.byId[id] = { state: "said", text }
  return false
}
