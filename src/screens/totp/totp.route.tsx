/** Is an authenticator asked for? The door of its page: set it up, or switch it off. */

import { OwnData } from "../../panels/own-data/own-data.view.tsx"
import { TotpOffView } from "./totp-off.view.tsx"
import { TotpSetupView } from "./totp-setup.view.tsx"

export function TotpScreen() {
  return (
    <OwnData>{(user) => (user.totp ? <TotpOffView user={user} /> : <TotpSetupView user={user} />)}</OwnData>
  )
}
