/**
 * The number on the installed app's icon: alerts that fired and weren't seen, and fills while nobody looked. It goes when somebody
 * looks. A browser without such icons is asked for nothing.
 */

import { subscribe } from "valtio/vanilla"
import { account, onAccountNews } from "../stores/account-store.ts"
import { session } from "../stores/session-store.ts"

let fillsUnseen = 0
/** What the icon has been told; undefined: nothing yet, and another visit's number may stand there. */
let told: number | undefined

/** Once a page. */
export function followAppBadge(): void {
  onAccountNews(({ fills }) => {
    if (document.hidden) fillsUnseen += fills.length
    show()
  })
  subscribe(account, show)
  subscribe(session, show)
  document.addEventListener("visibilitychange", show)
  show()
}

function show(): void {
  if (!document.hidden || session.token === null) fillsUnseen = 0
  const alerts = account.alerts.filter(({ state, seen }) => state === "fired" && !seen).length
  const count = session.token === null ? 0 : alerts + fillsUnseen
  if (count === told) return
  told = count
  // Not allowed, as in a page that isn't installed: nothing to do about it.
  if (count > 0) void navigator.setAppBadge?.(count)?.catch(() => undefined)
  else void navigator.clearAppBadge?.()?.catch(() => undefined)
}
