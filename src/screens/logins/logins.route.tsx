/** The login history. The door of the login history. */

import { logins } from "#core/wire/session-calls.ts"
import { usePages } from "../../api/query.ts"
import { LoginsView } from "./logins.view.tsx"

export function LoginsScreen() {
  return <LoginsView list={usePages(logins, {})} />
}
