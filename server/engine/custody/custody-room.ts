/** What may leave the wallets, and what fees are ours for good: so that nothing that may still come back is spent. */

import type { EngineState } from "../state.ts"

/**
 * 1e-8 of the currency: what the wallets hold, without deposits that their chain may still take back and withdrawals on
 * their way. Never below zero (I10).
 */
export function roomOf({ custody, ledger }: EngineState, currency: string): bigint {
  let room =
    -ledger.systemBalance("custody", currency) -
    ledger.systemBalance("deposits-clearing", currency) -
    ledger.systemBalance("withdrawals-clearing", currency)
  for (const deposit of custody.deposits.values())
    if (deposit.currency === currency && deposit.status === "credited") room -= deposit.amount
  for (const withdrawal of custody.withdrawals.values())
    if (withdrawal.currency === currency && withdrawal.status === "sending") room -= withdrawal.amount
  return room
}

/** 1e-8 of the currency: without the fees of withdrawals that may still fail. */
export function freeFees({ custody, ledger }: EngineState, currency: string): bigint {
  let free = ledger.systemBalance("fees", currency)
  for (const withdrawal of custody.withdrawals.values())
    if (withdrawal.currency === currency && withdrawal.status === "sent") free -= withdrawal.fee
  return free
}
