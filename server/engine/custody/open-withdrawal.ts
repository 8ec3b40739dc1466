/** A withdrawal that is under way: how it is found, changed and ended. */

import type { WithdrawalStatus } from "#core/chain/custody-status.ts"
import type { Problem } from "#core/wire/problem.ts"
import type { AccountId } from "../command.ts"
import type { EngineState } from "../state.ts"
import type { WithdrawalView } from "./custody-event.ts"
import { copyWithdrawal } from "./custody-state.ts"

/**
 * The withdrawal of this id, if it is in a state that allows what is asked; anything else is counted and changes nothing.
 * @param account whose it has to be; left out: anybody's
 */
export function withdrawalFor(
  { custody }: EngineState,
  id: number,
  allows: (withdrawal: WithdrawalView) => boolean,
  account?: AccountId,
): WithdrawalView | Problem {
  const withdrawal = custody.withdrawals.get(id)
  const isForeign = withdrawal && account !== undefined && withdrawal.account !== account
  if (withdrawal && !isForeign && allows(withdrawal)) return withdrawal
  custody.dropped += 1
  const hasEnded =
    withdrawal === undefined && Number.isSafeInteger(id) && id > 0 && id < custody.nextWithdrawal
  return { name: hasEnded || (withdrawal && !isForeign) ? "WRONG_STATE" : "UNKNOWN_WITHDRAWAL" }
}

/** It is in this state from now on, and told so. */
export function changed(
  { log }: EngineState,
  withdrawal: WithdrawalView,
  status: WithdrawalStatus,
): WithdrawalView {
  withdrawal.status = status
  withdrawal.updated = log.now
  withdrawal.sequence = log.seq
  const view = copyWithdrawal(withdrawal)
  log.push({ type: "withdrawal", withdrawal: view })
  return view
}

/** It ends: forgotten but for what was told of it. */
export function ended(
  state: EngineState,
  withdrawal: WithdrawalView,
  status: "final" | "cancelled" | "rejected" | "failed",
): WithdrawalView {
  state.custody.withdrawals.delete(withdrawal.id)
  // D4: only what has left counts.
  if (status !== "final") state.custody.giveBack(withdrawal.id)
  return changed(state, withdrawal, status)
}

/** Before its chain has taken it: what it holds is free again. */
export function endUnsent(
  state: EngineState,
  withdrawal: WithdrawalView,
  status: "cancelled" | "rejected" | "failed",
  reason: string,
): WithdrawalView {
  const { ledger } = state
  const { id, account, currency, amount, fee } = withdrawal
  const balance = ledger.balance(account, "funding", currency)
  ledger.open("withdrawal-hold", `withdrawal:${id}`)
  ledger.held(balance, -(amount + fee))
  ledger.available(balance, amount + fee)
  ledger.close()
  withdrawal.reason = reason
  return ended(state, withdrawal, status)
}
