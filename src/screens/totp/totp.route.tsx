/** Is an authenticator asked for? The door of its page: set it up, or switch it off. */

import { useState } from "react"
import type { UserInfo } from "#core/wire/account.ts"
import { OwnData } from "../../panels/own-data/own-data.view.tsx"
import { TotpOffView } from "./totp-off.view.tsx"
import { TotpSetupView } from "./totp-setup.view.tsx"

export function TotpScreen() {
  return <OwnData>{(user) => <TotpPage user={user} />}</OwnData>
}

function TotpPage({ user }: { user: UserInfo }) {
  // As it was when the page was opened: the other form must not flash up behind the toast, on the way back.
  const [isOn] = useState(user.totp)
  return isOn ? <TotpOffView user={user} /> : <TotpSetupView user={user} />
}
