/** Reads deposits and withdrawals as the newest batch left them: any row as the engine tells it. */

import type { Selectable } from "kysely"
import type { Amount } from "#core/money/units.ts"
import type { DepositView, WithdrawalView } from "#server/engine/custody/custody-event.ts"
import { accountOf } from "#server/engine/ledger/ledger-account.ts"
import type { DepositTable, WithdrawalTable } from "./custody-schema.ts"

export const depositOfRow = (row: Selectable<DepositTable>): DepositView => ({
  id: row.id,
  account: accountOf(row.user_id),
  chain: row.chain as DepositView["chain"],
  tx: row.tx,
  index: row.tx_index,
  currency: row.currency,
  address: row.address,
  amount: BigInt(row.amount) as Amount,
  confirmations: row.confirmations,
  creditAfter: row.credit_after,
  finalAfter: row.final_after,
  minDeposit: BigInt(row.min_deposit) as Amount,
  status: row.status as DepositView["status"],
  seen: row.seen,
  credited: row.credited,
  sequence: row.sequence,
})

export const withdrawalOfRow = (row: Selectable<WithdrawalTable>): WithdrawalView => ({
  id: row.id,
  account: accountOf(row.user_id),
  key: row.request_key,
  chain: row.chain as WithdrawalView["chain"],
  currency: row.currency,
  addressId: row.address_id,
  address: row.address,
  remark: row.remark,
  amount: BigInt(row.amount) as Amount,
  fee: BigInt(row.fee) as Amount,
  worth: row.worth === null ? null : (BigInt(row.worth) as Amount),
  identity: row.identity as WithdrawalView["identity"],
  status: row.status as WithdrawalView["status"],
  reason: row.reason,
  tx: row.tx,
  requested: row.requested,
  waitsUntil: row.waits_until,
  updated: row.updated,
  approvedBy: JSON.parse(row.approved_by) as string[],
  sequence: row.sequence,
})
