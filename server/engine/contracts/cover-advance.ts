/** What an account owes when no position stands for it any more (P27, L5). */

import type { ContractAccount } from "../risk/perpetual/contract-account.ts"
import type { EngineState } from "../state.ts"

/** P27.5: cash that tick rounding left lacking, when no position stands for it any more, is the fund's. */
export function coverAdvance(state: EngineState, { wallet, hasCrossPosition }: ContractAccount): void {
  if (hasCrossPosition || wallet.advance === 0n) return
  const { ledger } = state
  const { advance } = wallet
  ledger.open("liquidation", "advance")
  ledger.cash(wallet, advance)
  ledger.own(ledger.system("insurance", wallet.currency), -advance)
  ledger.close()
}
