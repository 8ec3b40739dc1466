/** Reads the user whom this page's session belongs to: at the start, and whenever something of the account was changed. */

import { me } from "#core/wire/security-calls.ts"
import { type CallFailure, call } from "../api/call.ts"
import { session, setUser } from "../stores/session-store.ts"

/** Asks who the token belongs to. Without an answer the token is kept: a lost network is no logout; then why is answered. */
export async function readUser(): Promise<CallFailure | undefined> {
  const { token } = session
  if (token === null) return undefined
  const answer = await call(me, {})
  // Logged out, or in as another, meanwhile.
  if (answer.ok && session.token === token) setUser(answer.data)
  return answer.ok ? undefined : answer.failure
}
