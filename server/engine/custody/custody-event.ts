/** What the engine tells of deposits and withdrawals. */

import type { Chain } from "#core/chain/chain-assets.ts"
import type { DepositStatus, WithdrawalStatus } from "#core/chain/custody-status.ts"
import type { Amount, TimeMs } from "#core/money/units.ts"
import type { AccountId } from "../command.ts"
import type { DepositName, IdentityStanding } from "./custody-command.ts"

/** A deposit as it stands. Plain data, so that a snapshot can carry it. */
export interface DepositView extends DepositName {
  /** Rises by one over all deposits. */
  id: number
  account: AccountId
  currency: string
  address: string
  /** 1e-8 of `currency`. */
  amount: Amount
  /** Counted up to `finalAfter`. */
  confirmations: number
  /** Locked as it was seen. */
  creditAfter: number
  finalAfter: number
  minDeposit: Amount
  status: DepositStatus
  seen: TimeMs
  /** 0: not, or not any more. */
  credited: TimeMs
  /** Of the last command that changed it. */
  sequence: number
}

/** A withdrawal as it stands. Plain data, likewise. */
export interface WithdrawalView {
  /** Rises by one over all withdrawals; what the adapter knows it by (D5). */
  id: number
  account: AccountId
  key: string
  chain: Chain
  currency: string
  addressId: number
  address: string
  remark: string
  /** 1e-8 of `currency`; the fee is paid on top of it. */
  amount: Amount
  fee: Amount
  /** D4: of the amount as it was asked for, 1e-8 USDT, rounded up; null: it can't be valued. */
  worth: Amount | null
  identity: IdentityStanding
  status: WithdrawalStatus
  /** Why it was rejected or failed. */
  reason: string
  /** Empty before it is sent. */
  tx: string
  requested: TimeMs
  waitsUntil: TimeMs
  updated: TimeMs
  /** Who has approved it so far. */
  approvedBy: readonly string[]
  /** Of the last command that changed it. */
  sequence: number
}

export interface DepositEvent {
  type: "deposit"
  deposit: DepositView
}
export interface WithdrawalEvent {
  type: "withdrawal"
  withdrawal: WithdrawalView
}
/** What is open and what isn't: told whenever it changes. */
export interface CustodyEvent {
  type: "custody"
  isFrozen: boolean
  reason: string
  /** Closed for withdrawals, by chain, then currency. */
  closed: readonly { chain: Chain; currency: string }[]
}
