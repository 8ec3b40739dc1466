/** Binds or changes an e-mail address. The door of its page. */

import { OwnData } from "../../panels/own-data/own-data.view.tsx"
import { EmailView } from "./email.view.tsx"

export function EmailScreen() {
  return <OwnData>{(user) => <EmailView user={user} />}</OwnData>
}
