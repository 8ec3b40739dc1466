/** How safe is this account? The door of the security center. */

import { OwnData } from "../../panels/own-data/own-data.view.tsx"
import { SecurityView } from "./security.view.tsx"

export function SecurityScreen() {
  return <OwnData rows={8}>{(user) => <SecurityView user={user} />}</OwnData>
}
