/**
 * Sends a transfer. Once; without an answer its fate is asked for with the same key until it is known, whichever
 * screen is shown meanwhile. There is at most one transfer under way in a tab.
 */

import { proxy, ref } from "valtio/vanilla"
import { bill, transfer } from "#core/wire/asset-calls.ts"
import { call } from "../../api/call.ts"
import { keepsPrivateAnswers } from "../../api/kept-answers.ts"
import { newRequestKey } from "../../api/request-key.ts"
import { market } from "../../stores/market-store.ts"
import {
  forgetTransfer,
  keepTransfer,
  type PendingTransfer,
  pendingTransfer,
  type TransferRequest,
} from "../../stores/pending-transfer.ts"
import { session } from "../../stores/session-store.ts"
import { showToast } from "../../ui/toaster.ts"
import { readUser } from "../../user/read-user.ts"
import { fateOf, lineOf, pauseBefore } from "./transfer-fate.ts"
import { doneWords, lapsedWords, type Moved } from "./transfer-words.ts"

export type TransferState =
  | { kind: "ready" }
  | { kind: "sending" }
  | { kind: "done"; moved: Moved }
  | { kind: "refused"; text: string }
  /** Sent at (local epoch ms), no answer yet; it is asked for by itself. */
  | { kind: "unknown"; moved: Moved; at: number; isAsking: boolean }
  /** Proven: it was not done, and can't be done any more. */
  | { kind: "lapsed"; moved: Moved }

export const transferring = proxy<{ state: TransferState }>({ state: { kind: "ready" } })

/** Key of the transfer whose request is on its way now. */
let keyOnItsWay: string | undefined
let asked = 0
let timer: ReturnType<typeof setTimeout> | undefined

const show = (state: TransferState) => {
  transferring.state = ref(state)
}

/** Sends it, unless another is under way. The answer comes in `transferring.state`. */
export function sendTransfer(moved: Moved): void {
  if (pendingTransfer.now || transferring.state.kind === "sending") return
  const uid = session.user?.user_id
  if (uid === undefined) void sendWhenKnown(moved)
  else sendAs(uid, moved)
}

/** Pressed before the server has told who is logged in: the press counts, and it is asked for now. */
async function sendWhenKnown(moved: Moved): Promise<void> {
  const { token } = session
  if (token === null) return
  show({ kind: "sending" })
  const failure = await readUser()
  // Logged out, or in as another, meanwhile: it was meant for neither.
  if (session.token !== token) return
  const uid = session.user?.user_id
  if (uid !== undefined) sendAs(uid, moved)
  else show(failure ? { kind: "refused", text: failure.text } : { kind: "ready" })
}

function sendAs(uid: string, moved: Moved): void {
  const at = Date.now()
  // By the server's clock as this device knows it.
  const sentAt = Math.round(at + market.connection.clockOffset)
  const pending = { request: { ...moved, key: newRequestKey(), sentAt }, uid, at }
  // Kept before it is sent, so that nothing can be lost between.
  keepTransfer(pending)
  void ask(pending, true)
}

let watching = 0

/** What becomes of it is said in the form that calls this, until the answer is called; without one a toast says it. */
export function watchTransfer(): () => void {
  watching += 1
  return () => {
    watching -= 1
  }
}

/** Something was changed in the form: an old word is over. */
export function forgiveTransfer(): void {
  const { kind } = transferring.state
  if (kind === "done" || kind === "refused" || kind === "lapsed") show({ kind: "ready" })
}

/** Asks for the fate of one without an answer, now; also of one that was sent before a reload. */
export function askForTransfer(): void {
  const pending = pendingTransfer.now
  const uid = session.user?.user_id
  if (!pending || uid === undefined) return
  // One of somebody else who was logged in in this tab: it must never be sent by this person.
  if (pending.uid === uid) void ask({ ...pending }, false)
  else settle({ kind: "ready" })
}

async function ask(pending: PendingTransfer, isFirst: boolean): Promise<void> {
  const { request, at } = pending
  if (keyOnItsWay === request.key) return
  keyOnItsWay = request.key
  clearTimeout(timer)
  show(isFirst ? { kind: "sending" } : { kind: "unknown", moved: request, at, isAsking: true })
  const next = await nextState(request, isFirst)
  // Logged out meanwhile: whose it was is nobody any more.
  if (pendingTransfer.now?.request.key !== request.key) return
  keyOnItsWay = undefined
  if (next) {
    settle(next)
    if (watching === 0) sayByToast(next)
    return
  }
  show({ kind: "unknown", moved: request, at, isAsking: false })
  timer = setTimeout(askForTransfer, pauseBefore(asked))
  asked += 1
}

/** Undefined: still not known. */
async function nextState(request: TransferRequest, isFirst: boolean): Promise<TransferState | undefined> {
  const answer = await call(transfer, request)
  if (answer.ok) return { kind: "done", moved: request }
  const fate = fateOf(answer.failure, isFirst)
  if (fate === "refused") return { kind: "refused", text: answer.failure.text }
  const wasDone = fate === "expired" ? await wasDoneBefore(request) : undefined
  return wasDone === undefined ? undefined : { kind: wasDone ? "done" : "lapsed", moved: request }
}

/** Its form was closed before its fate was known. */
function sayByToast(state: TransferState): void {
  if (state.kind === "done") showToast("success", doneWords(state.moved))
  if (state.kind === "lapsed") showToast("failure", lapsedWords(state.moved))
  if (state.kind === "refused") showToast("failure", state.text)
}

function settle(state: TransferState): void {
  clearTimeout(timer)
  asked = 0
  forgetTransfer()
  show(state)
}

keepsPrivateAnswers(() => settle({ kind: "ready" }))
globalThis.window?.addEventListener("online", askForTransfer)

/** A clock's inaccuracy, on either side. */
const MARGIN_MS = 60_000
const BILL_ROWS = 500

/** Whether the bill has it; undefined: the bill can't be read now. */
async function wasDoneBefore({ key, currency, sentAt }: TransferRequest): Promise<boolean | undefined> {
  const filter = { kind: "transfer", currency, from: sentAt - MARGIN_MS, limit: BILL_ROWS } as const
  for (let cursor = ""; ; ) {
    const answer = await call(bill, cursor ? { ...filter, cursor } : filter)
    if (!answer.ok) return undefined
    if (lineOf(answer.data.rows, key)) return true
    cursor = answer.data.next
    if (cursor === "") return false
  }
}
