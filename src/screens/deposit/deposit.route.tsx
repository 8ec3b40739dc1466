/** Where to send coins so that they arrive here: `/pages/assets/recharge?id=USDT`. */

import { chains } from "#core/wire/address-calls.ts"
import { useAnswer } from "../../api/query.ts"
import { useScreenSearch } from "../../places/screen-link.tsx"
import { DepositView } from "./deposit.view.tsx"

export function DepositScreen() {
  const { id } = useScreenSearch()
  return <DepositView asked={useAnswer(chains, {})} wish={id} />
}
