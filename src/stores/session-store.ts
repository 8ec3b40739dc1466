/** Is someone logged in? Accounts come with a later issue; until then everyone is a visitor. */

import { proxy } from "valtio/vanilla"

interface Session {
  /** Present when logged in (seed section 4: "logged in when user info is non-empty"). */
  user: { account: string } | null
}

const session = proxy<Session>({ user: null })

export const isLoggedIn = (): boolean => session.user !== null
