/** Who came by the own invite code? The door of the records: one list a level, page after page. */

import { useState } from "react"
import { invitations, invite } from "#core/wire/invite-calls.ts"
import { useAnswer, usePages } from "../../api/query.ts"
import { InvitationsView, type Level } from "./invitations.view.tsx"

const PAGE_ROWS = 50

export function InvitationsScreen() {
  const [level, setLevel] = useState<Level>("1")
  const list = usePages(invitations, { level, limit: PAGE_ROWS })
  const counts = useAnswer(invite, {}).data?.counts
  return <InvitationsView level={level} onLevel={setLevel} list={list} counts={counts} />
}
