/** May the page reload itself to get the code of a newer release? Once, or a broken release would reload for ever. */

import { isFormFilled } from "./filled-form.ts"

const KEY = "saker:recovered"
/** After this long without trouble a further reload is a new story. */
const PAUSE_MS = 10 * 60_000

/** Pure: whether `now` a reload may be tried, given when the last one was (text from storage). */
export function mayRecover(lastText: string | null, now: number): boolean {
  const last = Number(lastText)
  return !(lastText !== null && Number.isFinite(last) && now - last < PAUSE_MS)
}

/**
 * Reloads the page and says true; false when it was tried already, when nothing remembers that it was, or when something
 * is filled in that would be lost.
 */
export function recoverOnce(): boolean {
  if (isFormFilled()) return false
  try {
    if (!mayRecover(sessionStorage.getItem(KEY), Date.now())) return false
    sessionStorage.setItem(KEY, String(Date.now()))
  } catch {
    return false
  }
  window.location.reload()
  return true
}
