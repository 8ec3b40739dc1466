/** What was of contracts: `/pages/contract/history`. */

import { ContractHistoryView } from "./contract-history.view.tsx"

export function ContractHistoryScreen() {
  return <ContractHistoryView />
}
