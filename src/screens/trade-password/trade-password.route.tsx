/** How is the trade password set or changed? The door of its page. */

import { OwnData } from "../../panels/own-data/own-data.view.tsx"
import { TradePasswordView } from "./trade-password.view.tsx"

export function TradePasswordScreen() {
  return <OwnData>{(user) => <TradePasswordView user={user} />}</OwnData>
}
