/** The page of the customer service. */

import { customerService } from "#core/wire/content-calls.ts"
import { useAnswer } from "../../api/query.ts"
import { copyAndSay } from "../../text/copy-and-say.ts"
import { ServiceView } from "./service.view.tsx"

export function ServiceScreen() {
  return <ServiceView asked={useAnswer(customerService, {})} onCopy={(text) => void copyAndSay(text)} />
}
