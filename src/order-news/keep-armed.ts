/**
 * Keeps the countdown set that cancels open orders (S15), while the page is open and connected and its user wants it. When the
 * page or its connection is gone, nothing sets it anew, and the exchange cancels.
 */

import { subscribe } from "valtio/vanilla"
import { cancelAfter } from "#core/wire/countdown-calls.ts"
import { call } from "../api/call.ts"
import { choices, chosen } from "../stores/choices-store.ts"
import { countdown } from "../stores/countdown-store.ts"
import { market } from "../stores/market-store.ts"
import { session } from "../stores/session-store.ts"

/** Set anew so often within its time: one call may be lost. */
const TIMES = 4
/** Browsers let a page in the background act once a minute: there it is never shorter than this, in seconds. */
const HIDDEN_LEAST = 180

let timer: ReturnType<typeof setTimeout> | undefined
/** What this page has set for whom; null: nothing. */
let running: { token: string; seconds: number } | null = null

/** From now on, for whoever is logged in. */
export function keepArmed(): void {
  subscribe(choices, settle)
  subscribe(session, settle)
  document.addEventListener("visibilitychange", settle)
  let { state } = market.connection
  subscribe(market.connection, () => {
    const isBack = state !== "open" && market.connection.state === "open"
    state = market.connection.state
    if (isBack && running) void send()
  })
  settle()
}

/** In seconds; 0: not wanted. */
function wanted(): number {
  const value = chosen(choices.all, "cancelAfter")
  if (value === "off" || session.token === null) return 0
  return document.hidden ? Math.max(Number(value), HIDDEN_LEAST) : Number(value)
}

/** Something changed: what is wanted now is set at once. Another's countdown is nobody's business here. */
function settle(): void {
  if (running && running.token !== session.token) forget()
  if (wanted() !== (running?.seconds ?? 0)) void send()
}

function forget(): void {
  running = null
  countdown.due = 0
  clearTimeout(timer)
}

async function send(): Promise<void> {
  clearTimeout(timer)
  const { token } = session
  const seconds = wanted()
  if (token === null) return
  running = seconds === 0 ? null : { token, seconds }
  if (seconds > 0) timer = setTimeout(() => void send(), (seconds * 1000) / TIMES)
  const answer = await call(cancelAfter, { seconds })
  // Logged out meanwhile, or another time was chosen: that one's answer counts.
  if (session.token !== token || wanted() !== seconds || !answer.ok) return
  countdown.due = answer.data.due === 0 ? 0 : answer.data.due - market.connection.clockOffset
}
