/** Reads the user whom this page's session belongs to: at the start, and whenever something of the account was changed. */

import { me } from "#core/wire/security-calls.ts"
import { call } from "../api/call.ts"
import { session, setUser } from "../stores/session-store.ts"

/** Asks who the token belongs to. Without an answer it is kept: a lost network is no logout. */
export async function readUser(): Promise<void> {
  const { token } = session
  if (token === null) return
  const answer = await call(me, {})
  // Logged out, or in as another, meanwhile.
  if (answer.ok && session.token === token) setUser(answer.data)
}
