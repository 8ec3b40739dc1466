/** What was of contracts, one of its lists first: `/pages/contract/history?id=journal`. */

import { HISTORY_TABS } from "../../panels/contract-history/history.model.ts"
import { useScreenSearch } from "../../places/screen-link.tsx"
import { ContractHistoryView } from "./contract-history.view.tsx"

export function ContractHistoryScreen() {
  const { id } = useScreenSearch()
  const first = HISTORY_TABS.find((tab) => tab === id) ?? "orders"
  // By its key: who is on the page already and asks for another list gets it, too.
  return <ContractHistoryView key={first} first={first} />
}
