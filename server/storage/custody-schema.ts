/** Tables of deposits and withdrawals. `custody-migration.ts` makes them. */

import type { AmountColumn, NullableAmount } from "./exchange-schema.ts"

/** A deposit of a user, as `DepositView`. */
export interface DepositTable {
  id: number
  user_id: number
  chain: string
  tx: string
  tx_index: number
  currency: string
  address: string
  amount: AmountColumn
  confirmations: number
  credit_after: number
  final_after: number
  min_deposit: AmountColumn
  status: string
  seen: number
  /** 0: not, or not any more. */
  credited: number
  /** Of the last command that changed it. */
  sequence: number
}

/** A withdrawal of a user, as `WithdrawalView`. */
export interface WithdrawalTable {
  id: number
  user_id: number
  request_key: string
  chain: string
  currency: string
  address_id: number
  address: string
  remark: string
  amount: AmountColumn
  fee: AmountColumn
  /** 1e-8 USDT; null: it couldn't be valued. */
  worth: NullableAmount
  identity: string
  status: string
  reason: string
  tx: string
  requested: number
  waits_until: number
  updated: number
  /** JSON list of who has approved it. */
  approved_by: string
  /** Of the last command that changed it. */
  sequence: number
}

export interface CustodyTables {
  deposits: DepositTable
  withdrawals: WithdrawalTable
}
