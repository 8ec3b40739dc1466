/** Where withdrawals may go: `/pages/assets/address`. */

import { addresses } from "#core/wire/address-calls.ts"
import { useAnswer } from "../../api/query.ts"
import { AddressesView } from "./addresses.view.tsx"

export function AddressesScreen() {
  return <AddressesView asked={useAnswer(addresses, {}, true, undefined, 0)} />
}
