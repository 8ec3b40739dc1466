/** How is the login password changed? The door of its page. */

import { OwnData } from "../../panels/own-data/own-data.view.tsx"
import { PasswordView } from "./password.view.tsx"

export function PasswordScreen() {
  return <OwnData>{(user) => <PasswordView user={user} />}</OwnData>
}
