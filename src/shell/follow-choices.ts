/**
 * How do a user's settings follow them? What is chosen stands on the device at once; a moment later the account gets it.
 * When a session begins, and when the network is back, both are merged: setting by setting the later choice stands.
 */

import { subscribe } from "valtio/vanilla"
import { preferences as readPreferences, setPreferences } from "#core/wire/preference-calls.ts"
import { call } from "../api/call.ts"
import { type AccountRecord, areSame, choicesOf, mergeChoices, recordOf } from "../stores/choices-merge.ts"
import { accountCopy, type Choices, choices, chosen, takeChoices } from "../stores/choices-store.ts"
import { preferences, showPalette } from "../stores/preferences-store.ts"
import { session } from "../stores/session-store.ts"

/** Several presses in a row are one change. */
const GATHER_MS = 800

/** What the account held when it was last read or written; undefined: not known in this session. */
let known: { token: string; record: AccountRecord } | undefined
let timer: ReturnType<typeof setTimeout> | undefined
let isFollowing = false
/** One at a time: two writings of whole records could pass each other. */
let running: Promise<void> | undefined

/** Told of the token at the start and whenever it changes; null: logged out. */
export function followChoices(token: string | null): void {
  known = undefined
  accountCopy.state = token === null ? "device" : "sending"
  if (!isFollowing) {
    isFollowing = true
    subscribe(choices, soon)
    window.addEventListener("online", soon)
  }
  if (token !== null) void settle()
}

function soon(): void {
  if (session.token === null) return
  accountCopy.state = "sending"
  clearTimeout(timer)
  timer = setTimeout(() => void settle(), GATHER_MS)
}

function settle(): Promise<void> {
  running ??= settleOnce().finally(() => {
    running = undefined
  })
  return running
}

async function settleOnce(): Promise<void> {
  const { token } = session
  if (token === null) return
  if (known?.token !== token) {
    const answer = await call(readPreferences, {})
    if (session.token !== token) return
    if (!answer.ok) return wait()
    known = { token, record: answer.data.preferences }
    const merged = mergeChoices(ownChoices(), choicesOf(known.record))
    if (!areSame(merged, choices.all)) takeChoices(merged)
    showPalette(chosen(merged, "palette"))
  }
  // Chosen on while a writing was on its way: once more, until the account has what stands here.
  while (!areSame(choices.all, choicesOf(known.record))) {
    const record = recordOf(choices.all, known.record)
    const answer = await call(setPreferences, { preferences: JSON.stringify(record) })
    if (session.token !== token) return
    if (!answer.ok) return wait()
    known = { token, record }
  }
  accountCopy.state = "kept"
}

/** Tried again with the next choice, the network's return, or the next start. */
function wait(): void {
  accountCopy.state = "waiting"
}

/** A palette that was chosen before moments were kept counts as well. */
function ownChoices(): Choices {
  const palette = choices.all.palette ?? { value: preferences.palette, at: 0 }
  return palette.value === "standard" && palette.at === 0 ? choices.all : { ...choices.all, palette }
}
