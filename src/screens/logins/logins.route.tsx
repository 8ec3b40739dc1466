/** Who logged in, or tried to? The door of the login history. */

import { logins } from "#core/wire/security-calls.ts"
import { usePages } from "../../api/query.ts"
import { LoginsView } from "./logins.view.tsx"

export function LoginsScreen() {
  return <LoginsView list={usePages(logins, {})} />
}
