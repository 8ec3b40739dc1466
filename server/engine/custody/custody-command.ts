/** Commands of deposits and withdrawals (D1–D5): what the chains report, what a user asks for, what the operator decides. */

import type { Chain } from "#core/chain/chain-assets.ts"
import type { Amount, TimeMs } from "#core/money/units.ts"
import type { AccountId, Remembered } from "../sender.ts"

/** D1: names a deposit for good. */
export interface DepositName {
  chain: Chain
  tx: string
  /** Output or log entry of the transaction. */
  index: number
}

/** A transaction to an account's address is on its chain, or is about to be. Said again it changes nothing. */
export interface SeenDeposit extends DepositName {
  type: "custody.seen"
  account: AccountId
  /** The account's own, in its normal form. */
  address: string
  currency: string
  /** 1e-8 of the currency. */
  amount: Amount
}
/** How many blocks stand on it now; fewer than before after a reorganisation that kept it. */
export interface ConfirmedDeposit extends DepositName {
  type: "custody.confirmed"
  confirmations: number
}
/** D2: its chain doesn't have it any more. */
export interface VanishedDeposit extends DepositName {
  type: "custody.vanished"
}

/** How far the user's identity is verified, as it was when the withdrawal was asked for (D4). */
export type IdentityStanding = "none" | "review" | "verified"

/** D3: what the engine can't know comes with the command, so that a replay doesn't ask today's book of addresses. */
export interface RequestWithdrawal extends Remembered {
  type: "withdraw.request"
  account: AccountId
  currency: string
  chain: Chain
  /** Of the address book. */
  addressId: number
  /** As the address book had it, in its normal form. */
  address: string
  remark: string
  /** What the address gets, 1e-8 of the currency. */
  amount: Amount
  key: string
  sentAt?: TimeMs
  identity: IdentityStanding
  /** From then on the address may be used without a second proof. */
  addressReadyAt: TimeMs
  /** Until then nothing leaves, as a credential was changed; 0: none was. */
  restUntil: TimeMs
  hasSecondProof: boolean
  /** How long it can be cancelled before anything else happens, ms. */
  waitMs: number
}
export interface CancelWithdrawal {
  type: "withdraw.cancel"
  account: AccountId
  id: number
}
/** `by`: the person; above the limit of D3 it takes two. */
export interface ApproveWithdrawal {
  type: "withdraw.approve"
  id: number
  by: string
}
export interface RejectWithdrawal {
  type: "withdraw.reject"
  id: number
  reason: string
}
/** Stands in the command log before the adapter is asked to send it (D5). */
export interface SendWithdrawal {
  type: "withdraw.send"
  id: number
}
/** The adapter has sent it by this transaction. */
export interface SentWithdrawal {
  type: "custody.sent"
  id: number
  tx: string
}
export interface FinalWithdrawal {
  type: "custody.final"
  id: number
}
/** Its chain can't take it any more (D5). */
export interface FailedWithdrawal {
  type: "custody.failed"
  id: number
  reason?: string
}
/** What a transaction of ours cost on its chain, 1e-8 of the chain's coin. Once for each transaction. */
export interface NetworkCost {
  type: "custody.cost"
  chain: Chain
  currency: string
  tx: string
  amount: Amount
  /** What free fees lack comes from the operator's capital in the same step; logs of before 2026-11-28 don't say it. */
  isCovered?: true
}
/** Nothing leaves, whoever asks, until it is lifted. */
export interface FreezeWithdrawals {
  type: "withdrawals.freeze"
  isFrozen: boolean
  reason: string
}
/** Opens or closes a currency on a chain: nothing is sent and no deposit address told. What comes in is credited all the same. */
export interface SetCustodyChain {
  type: "custody.chain"
  chain: Chain
  currency: string
  isOpen: boolean
}

export type CustodyCommand =
  | SeenDeposit
  | ConfirmedDeposit
  | VanishedDeposit
  | RequestWithdrawal
  | CancelWithdrawal
  | ApproveWithdrawal
  | RejectWithdrawal
  | SendWithdrawal
  | SentWithdrawal
  | FinalWithdrawal
  | FailedWithdrawal
  | NetworkCost
  | FreezeWithdrawals
  | SetCustodyChain
