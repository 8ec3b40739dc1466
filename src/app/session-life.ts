/** How does a session live on this page? Its user is read at the start; its end is said once and leads to the login. */

import { me } from "#core/wire/security-calls.ts"
import { call } from "../api/call.ts"
import { forgetSession, isLoggedIn, session, setUser } from "../stores/session-store.ts"
import { problemText } from "../text/problem-text.ts"
import { showToast } from "../ui/toaster.ts"
import { mayVisit } from "./guards.ts"
import { router } from "./router.tsx"
import { placeOf } from "./screen-search.ts"

/** Asks who the token belongs to. Without an answer it is kept: a lost network is no logout. */
export async function readUser(): Promise<void> {
  const { token } = session
  if (token === null) return
  const answer = await call(me, {})
  // Logged out, or in as another, meanwhile.
  if (answer.ok && session.token === token) setUser(answer.data)
}

/** Another tab logged in or out. */
export function sessionChanged(): void {
  if (isLoggedIn()) void readUser()
  else leavePrivatePlace()
}

/**
 * Code 999 (seed section 8): say so, forget everything private, and to the login, which leads back here afterwards.
 * @param isQuiet for uploads: without the toast
 */
export function endSession(isQuiet = false): void {
  // Several calls may learn of it at once; one of them speaks.
  if (!isLoggedIn()) return
  forgetSession()
  if (!isQuiet) showToast("failure", problemText({ name: "SESSION" }))
  leavePrivatePlace(true)
}

/** To the login with the way back; a place that visitors may see is left only when `always`. */
function leavePrivatePlace(always = false): void {
  const { pathname, href } = router.state.location
  const path = placeOf(pathname)
  if (path === undefined || path === "/login" || (!always && mayVisit(path, false))) return
  void router.navigate({ to: "/login" as string, search: { to: href } as never, replace: true })
}
