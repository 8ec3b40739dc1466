/** A screen about the user. Their data from the session, asked for where it hasn't come yet. */

import { type ReactNode, useEffect } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import type { UserInfo } from "#core/wire/account.ts"
import { me } from "#core/wire/security-calls.ts"
import { useAnswer } from "../../api/query.ts"
import { AskedFace } from "../../lists/asked-face.tsx"
import { session, setUser } from "../../stores/session-store.ts"
import { SkeletonRows } from "../../ui/skeleton.tsx"

interface OwnDataProps {
  /** How many rows of skeleton stand there meanwhile. */
  rows?: number
  children: (user: UserInfo) => ReactNode
}

export function OwnData({ rows = 4, children }: OwnDataProps) {
  const { t } = useTranslation("security")
  const { user, token } = useSnapshot(session)
  const asked = useAnswer(me, {}, user === null && token !== null)
  useEffect(() => {
    // The session's own reading may have been quicker, and is newer after a change.
    if (asked.data && session.user === null && session.token === token) setUser(asked.data)
  }, [asked.data, token])
  if (user) return children(user as UserInfo)
  return (
    <AskedFace asked={asked} skeleton={<SkeletonRows count={rows} />} failed={t("face.failed")}>
      {children}
    </AskedFace>
  )
}
