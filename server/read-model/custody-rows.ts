/** Converts deposits and withdrawals to wire rows: units become text. */

import { formatAmount } from "#core/money/steps.ts"
import type { Deposit, Withdrawal } from "#core/wire/custody.ts"
import type { DepositView, WithdrawalView } from "#server/engine/custody/custody-event.ts"

export const depositOf = (view: DepositView): Deposit => ({
  id: view.id,
  chain: view.chain,
  currency: view.currency,
  tx: view.tx,
  index: view.index,
  address: view.address,
  amount: formatAmount(view.amount),
  confirmations: view.confirmations,
  creditAfter: view.creditAfter,
  finalAfter: view.finalAfter,
  status: view.status,
  seen: view.seen,
  credited: view.credited,
  sequence: view.sequence,
})

export const withdrawalOf = (view: WithdrawalView): Withdrawal => ({
  id: view.id,
  key: view.key,
  chain: view.chain,
  currency: view.currency,
  address: view.address,
  remark: view.remark,
  amount: formatAmount(view.amount),
  fee: formatAmount(view.fee),
  status: view.status,
  reason: view.reason,
  tx: view.tx,
  requested: view.requested,
  waitsUntil: view.waitsUntil,
  updated: view.updated,
  sequence: view.sequence,
})
