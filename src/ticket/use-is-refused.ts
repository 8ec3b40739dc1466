/** Which fields are shown as refused: by what is said before sending, or by the server. */

import { useSnapshot } from "valtio"
import type { FieldName } from "./order-draft.ts"
import { sending } from "./order-sending.ts"
import { fieldsOf } from "./refused-field.ts"
import type { TicketState } from "./ticket-state.ts"

/** What the server said of the last order goes before what would be said of the next. */
export function useIsRefused({ draft, market }: TicketState): (name: FieldName) => boolean {
  const { outcome } = useSnapshot(sending)
  if (outcome?.kind !== "refused" || outcome.instrument !== market.id)
    return (name) => draft.wrong?.field === name
  const fields = fieldsOf(outcome.name)
  return (name) => fields.includes(name)
}
