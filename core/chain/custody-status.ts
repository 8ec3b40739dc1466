/** States of deposits and withdrawals (D1–D5), and which of them are under way. */

export const DEPOSIT_STATUSES = [
  "seen",
  "confirming",
  "below-minimum",
  "credited",
  "final",
  "vanished",
  "reversed",
] as const
export type DepositStatus = (typeof DEPOSIT_STATUSES)[number]

export const WITHDRAWAL_STATUSES = [
  "waiting",
  "review",
  "approved",
  "sending",
  "sent",
  "final",
  "cancelled",
  "rejected",
  "failed",
] as const
export type WithdrawalStatus = (typeof WITHDRAWAL_STATUSES)[number]

const RUNNING_DEPOSITS: readonly DepositStatus[] = ["seen", "confirming", "below-minimum", "credited"]
const RUNNING_WITHDRAWALS: readonly WithdrawalStatus[] = ["waiting", "review", "approved", "sending", "sent"]

/** More is expected of the chain: it is on its way, waits for more, or is credited and not final yet. */
export const isDepositRunning = ({ status }: { status: DepositStatus }): boolean =>
  RUNNING_DEPOSITS.includes(status)

/** It hasn't ended, well or otherwise. */
export const isWithdrawalRunning = ({ status }: { status: WithdrawalStatus }): boolean =>
  RUNNING_WITHDRAWALS.includes(status)

/** The user may take it back (D3). */
export const isCancellable = ({ status }: { status: WithdrawalStatus }): boolean =>
  status === "waiting" || status === "review"
