/** The session on this page. Its user is read at the start; its end is said once and leads to the login. */

import { subscribe } from "valtio/vanilla"
import { logout } from "#core/wire/login-calls.ts"
import { call } from "../api/call.ts"
import { mayVisit } from "../places/guards.ts"
import { placeOf } from "../places/screen-search.ts"
import type { ScreenPath } from "../places/site.ts"
import { noteEnd, recentEnd } from "../stores/session-end.ts"
import { forgetSession, isLoggedIn, session } from "../stores/session-store.ts"
import { laterWords } from "../text/i18n.ts"
import { problemText } from "../text/problem-text.ts"
import { closeToast, showToast } from "../ui/toaster.ts"
import { readUser } from "../user/read-user.ts"
import { router } from "./router.tsx"

/** Logging out doesn't wait longer for the server. */
const LOGOUT_PATIENCE_MS = 5000

/** Another tab logged in or out. */
export function sessionChanged(): void {
  if (isLoggedIn()) return void readUser()
  if (recentEnd() === "timeout") sayEnded()
  leavePrivatePlace()
}

/** While it is going on, a server that doesn't know the session any more is no news. */
let isLeaving = false

/**
 * Logs out: the server is told, everything private is forgotten, and home is shown. Offline it works
 * too, on this device.
 * @param leave what is to be done before, while the session still holds; it may take a while, and fail
 * @returns whether the server ended the session
 */
export async function logOut(leave: () => Promise<unknown>): Promise<boolean> {
  isLeaving = true
  noteEnd("logout")
  try {
    await leave()
    const answer = await call(logout, {}, AbortSignal.timeout(LOGOUT_PATIENCE_MS))
    // First away from what only a user sees, so that nothing there asks without a session.
    await router.navigate({ to: "/" as string, search: {} as never, replace: true })
    return answer.ok || answer.failure.name === "SESSION"
  } finally {
    forgetSession()
    isLeaving = false
  }
}

/**
 * Code 999: say so, forget everything private, and to the login, which leads back here afterwards.
 * @param isQuiet for uploads: without the toast
 */
export function endSession(isQuiet = false): void {
  // Several calls may learn of it at once; one of them speaks.
  if (!isLoggedIn() || isLeaving) return
  // Another tab is logging out, and the server was quicker than the storage.
  const isLogout = recentEnd() === "logout"
  const isSaid = !isQuiet && !isLogout
  if (isSaid) noteEnd("timeout")
  forgetSession()
  if (isSaid) sayEnded()
  leavePrivatePlace(!isLogout)
}

/** A failure stays until it is closed; this one is mended by logging in. */
function sayEnded(): void {
  const toast = laterWords().then(() => showToast("failure", problemText({ name: "SESSION" })))
  // Without its words the login is what tells it.
  toast.catch(() => undefined)
  const stop = subscribe(session, () => {
    if (!isLoggedIn()) return
    stop()
    void toast.then(closeToast, () => undefined)
  })
}

/** Who is on the way in already is left there. */
const ENTRANCE: readonly ScreenPath[] = ["/login", "/register", "/forgot"]

/** To the login with the way back; a place that visitors may see is left only when `always`. */
function leavePrivatePlace(always = false): void {
  const { pathname, href } = router.state.location
  const path = placeOf(pathname)
  if (path === undefined || ENTRANCE.includes(path) || (!always && mayVisit(path, false))) return
  void router.navigate({ to: "/login" as string, search: { to: href } as never, replace: true })
}
