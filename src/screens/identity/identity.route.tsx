/**
 * Identity verification. The door of the identity verification: its state, looked at again while it is under review.
 */

import { useEffect, useState } from "react"
import { authInfo } from "#core/wire/identity-calls.ts"
import { useAnswer } from "../../api/query.ts"
import { session } from "../../stores/session-store.ts"
import { readUser } from "../../user/read-user.ts"
import { IdentityView } from "./identity.view.tsx"

/** Only while the page is seen. */
const LOOK_AGAIN_MS = 5000

export function IdentityScreen() {
  const [isReview, setIsReview] = useState(false)
  const asked = useAnswer(authInfo, {}, true, isReview ? LOOK_AGAIN_MS : undefined)
  const status = asked.data?.status
  useEffect(() => {
    setIsReview(status === "review")
    // Menu and user centre show it as well.
    if (status !== undefined && session.user && session.user.identity !== status) void readUser()
  }, [status])
  return <IdentityView asked={asked} />
}
