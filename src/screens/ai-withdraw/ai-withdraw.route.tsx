/** The early end of a holding: `/pages/ai/withdraw?id=311`. */

import { useScreenSearch } from "../../places/screen-link.tsx"
import { AiWithdrawView } from "./ai-withdraw.view.tsx"

export function AiWithdrawScreen() {
  const id = Number(useScreenSearch().id)
  return <AiWithdrawView key={id} id={Number.isSafeInteger(id) && id > 0 ? id : undefined} />
}
