/**
 * When may another code be asked for? What is known of the last sending lasts as long as the tab, by purpose and target:
 * who leaves the page and comes back finds the same countdown.
 */

import { useRef, useState } from "react"
import { type CodePurpose, sendCode, sendRegisterCode } from "#core/wire/login-calls.ts"
import { type Answer, type CallFailure, call } from "../../api/call.ts"
import { market } from "../../stores/market-store.ts"
import { knownDevice } from "../../stores/session-store.ts"
import { dropTab, readTab, writeTab } from "../../stores/tab-storage.ts"
import { useSecondsUntil } from "./use-submit.ts"

/** A clock that is wrong must not lock the button for hours. */
const RESEND_MAX_MS = 5 * 60_000

interface Sending {
  /** Local epoch ms from which the next may be asked for. */
  resendAt: number
  /** False: one was asked for, and refused until then. */
  wasSent: boolean
}

/** What a code is for; those of acts on money have calls of their own, which bind them to the details. */
type Bound = "withdraw" | "address"
type Purpose = CodePurpose | Bound

const keyOf = (purpose: Purpose, target: string) => `saker:code:${purpose}:${target.trim().toLowerCase()}`

/** Pure: when the button opens again, on this device's clock. */
export function resendAt(resend: number, serverAhead: number, now: number): number {
  return now + Math.min(RESEND_MAX_MS, Math.max(0, resend - (now + serverAhead)))
}

/** Anything but a sending counts as none. */
export function parseSending(text: string | null): Sending | undefined {
  try {
    const { resendAt, wasSent } = Object(JSON.parse(text ?? "null")) as Partial<Sending>
    if (typeof resendAt !== "number" || !Number.isFinite(resendAt)) return undefined
    return { resendAt, wasSent: wasSent === true }
  } catch {
    return undefined
  }
}

/** Asks for a code; `resend` is the server's epoch ms from which another may be asked for. */
type AskForCode = (target: string) => Promise<Answer<{ resend: number }>>

function ask(purpose: CodePurpose, account: string) {
  if (purpose === "register") return call(sendRegisterCode, { account })
  if (account === "") return call(sendCode, { purpose })
  return call(sendCode, { purpose, account, device: knownDevice() })
}

export interface CodeSender {
  /** Seconds until another may be asked for; 0: now. */
  secondsLeft: number
  /** One was sent to this target in this tab. */
  wasSent: boolean
  isSending: boolean
  /** Asks for a code; answers whether one is on its way. Does nothing while the last is too young. */
  send: () => Promise<boolean>
  /** Its code was used: the next time begins anew. */
  forget: () => void
}

/**
 * @param target where the code goes, as typed; empty: to what the user has bound
 * @param onRefused hears why none was sent
 */
export function useCodeSender(
  purpose: CodePurpose,
  target: string,
  onRefused: (failure: CallFailure) => void,
): CodeSender {
  return useSending(purpose, target, (account) => ask(purpose, account), onRefused)
}

/** A code that fits one withdrawal or new address only: with other details another is asked for. */
export function useBoundCodeSender(
  purpose: Bound,
  details: string,
  askFor: AskForCode,
  onRefused: (failure: CallFailure) => void,
): CodeSender {
  return useSending(purpose, details, askFor, onRefused)
}

function useSending(
  purpose: Purpose,
  target: string,
  askFor: AskForCode,
  onRefused: (failure: CallFailure) => void,
): CodeSender {
  const key = keyOf(purpose, target)
  const [, setCount] = useState(0)
  const [isSending, setIsSending] = useState(false)
  const isAsking = useRef(false)
  const sending = parseSending(readTab(key))
  const secondsLeft = useSecondsUntil(sending?.resendAt ?? 0)
  const keep = (resendAt: number, wasSent: boolean) => {
    writeTab(key, JSON.stringify({ resendAt, wasSent } satisfies Sending))
    setCount((count) => count + 1)
  }

  const send = async () => {
    if (isAsking.current) return false
    if (sending && sending.resendAt > Date.now()) return sending.wasSent
    isAsking.current = true
    setIsSending(true)
    const answer = await askFor(target.trim())
    isAsking.current = false
    setIsSending(false)
    const now = Date.now()
    if (answer.ok) keep(resendAt(answer.data.resend, market.connection.clockOffset, now), true)
    else {
      if (answer.failure.waitSeconds) keep(now + answer.failure.waitSeconds * 1000, sending?.wasSent ?? false)
      onRefused(answer.failure)
    }
    return answer.ok
  }
  return {
    secondsLeft,
    wasSent: sending?.wasSent ?? false,
    isSending,
    send,
    forget: () => dropTab(key),
  }
}
