/**
 * What became of a request that got no answer: the exchange is asked until it has said something; what the private socket
 * tells counts as well. Nothing is ever sent again by itself.
 */

import { onAccountNews } from "../stores/account-store.ts"
import { session } from "../stores/session-store.ts"

/** Without an answer by then the fate of a request counts as unknown, ms. */
export const PATIENCE_MS = 8000
const ASK_PATIENCE_MS = 5000
/** Between one question and the next, in turn; the last one goes on. */
const ASK_AFTER_MS = [300, 1000, 2000, 4000, 8000] as const
/** A request may still be under way when the exchange is asked the first time: it says "never" this often. */
const NEVER_TIMES = 2

export interface FateQuestion<Found> {
  /** Whether it is still this request that is asked about. */
  isCurrent: () => boolean
  /** What the private socket has told of it. */
  heard: () => Found | undefined
  /** One question; undefined: no answer to it either. */
  ask: (signal: AbortSignal) => Promise<Found | "never" | undefined>
}

/** What was found, that it was never done, or undefined: whoever asked has logged out, or asks about something else. */
export async function askFate<Found extends object>(
  question: FateQuestion<Found>,
): Promise<Found | "never" | undefined> {
  const { isCurrent, heard, ask } = question
  let neverSaid = 0
  for (let turn = 0; isCurrent(); turn += 1) {
    await pause(ASK_AFTER_MS[Math.min(turn, ASK_AFTER_MS.length - 1)] ?? 0, heard)
    if (session.token === null || !isCurrent()) return undefined
    const found = heard() ?? (await ask(patience(ASK_PATIENCE_MS)))
    if (!isCurrent()) return undefined
    if (found === "never") neverSaid += 1
    else if (found) return found
    if (neverSaid >= NEVER_TIMES) return "never"
  }
  return undefined
}

/** Aborts after so long, ms. */
export function patience(ms: number): AbortSignal {
  const control = new AbortController()
  setTimeout(() => control.abort(), ms)
  return control.signal
}

/** Ends early when the private socket tells of it. */
function pause(ms: number, heard: () => unknown): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      stop()
      resolve()
    }
    const timer = setTimeout(end, ms)
    const stop = onAccountNews(() => {
      if (heard()) end()
    })
  })
}
