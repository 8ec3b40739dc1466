/** Moving money between the own accounts: `/pages/assets/transfer?id=USDT`. */

import { useMoney } from "../../panels/assets/use-money.ts"
import { useScreenSearch } from "../../places/screen-link.tsx"
import { TransferView } from "./transfer.view.tsx"

const CURRENCY = /^[A-Z0-9]{1,16}$/

export function TransferScreen() {
  const { id = "" } = useScreenSearch()
  return <TransferView asked={useMoney()} wish={CURRENCY.test(id) ? id : undefined} />
}
