/** Takes a user's layouts to the server and brings those of their other devices: when it begins, after each change, and when the network is back. */

import { subscribe } from "valtio/vanilla"
import { layouts as readLayouts, saveLayouts } from "#core/wire/layout-calls.ts"
import { LAYOUT_FORM } from "#core/workspace/layout.ts"
import { call } from "../../api/call.ts"
import { onLayoutChange, openLayouts, takeSavedLayouts, unsentLayouts } from "../../stores/layouts-store.ts"
import { session } from "../../stores/session-store.ts"
import { showToast } from "../../ui/toaster.ts"

const GATHER_MS = 300
/** After a call that came to nothing. */
const AGAIN_MS = 15_000
const NOTHING = { layouts: [], removed: [] }

let isFollowing = false
let isRunning = false
let timer: ReturnType<typeof setTimeout> | undefined
/** The newest version known, and whose it is. */
let version = { owner: "", number: 0 }

/** From the first call on, for as long as the page lives. */
export function followLayouts(): void {
  if (isFollowing) return
  isFollowing = true
  onLayoutChange(() => later(GATHER_MS))
  window.addEventListener("online", settle)
  subscribe(session, begin)
  begin()
}

/** Whose layouts they are is known once the server has said who is logged in. */
const ownerNow = (): string | undefined =>
  session.token === null ? "" : session.user ? session.user.user_id : undefined

function begin(): void {
  const owner = ownerNow()
  if (owner === undefined || owner === version.owner) {
    if (owner === "") openLayouts("")
    return
  }
  version = { owner, number: 0 }
  openLayouts(owner)
  settle()
}

function later(delayMs: number): void {
  clearTimeout(timer)
  timer = setTimeout(settle, delayMs)
}

function settle(): void {
  if (version.owner === "" || isRunning) return
  const { owner } = version
  isRunning = true
  void settleOnce().finally(() => {
    isRunning = false
    // Somebody else logged in meanwhile.
    if (version.owner !== owner) settle()
  })
}

async function settleOnce(): Promise<void> {
  const { owner, number } = version
  const { token } = session
  const { layouts, removed } = unsentLayouts()
  // One a call: the server takes bodies of 16 kB.
  const sent = layouts.length + removed.length > 0 ? { layouts: layouts.slice(0, 1), removed } : NOTHING
  const answer =
    sent === NOTHING
      ? await call(readLayouts, {})
      : await call(saveLayouts, { form: LAYOUT_FORM, version: number, ...sent, removed: [...removed] })
  if (version.owner !== owner || session.token !== token) return
  if (!answer.ok) {
    const { name, text } = answer.failure
    if (name === "NETWORK" || name === "RATE_LIMIT") later(AGAIN_MS)
    // It stays on this device; the next change tries again.
    else if (name !== "SESSION") showToast("failure", text)
    return
  }
  version = { owner, number: answer.data.version }
  takeSavedLayouts(answer.data.layouts, sent)
  const rest = unsentLayouts()
  if (rest.layouts.length + rest.removed.length > 0) later(GATHER_MS)
}
