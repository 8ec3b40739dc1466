/** What the engine tells of second contracts, and of the daily loss limit of an account. */

import type { Amount, TimeMs } from "#core/money/units.ts"
import type { Direction, SecondOutcome, SecondStatus, TickRef } from "#core/second/second-contract.ts"
import type { AccountId } from "../command.ts"

/**
 * What a contract opened with: nothing of it changes until it ends. Plain data, so that a snapshot can carry it. Ticks by the
 * engine's own numbers, as in `IndexEvent`.
 */
export interface ContractTerms {
  /** Rises by one over all second contracts. */
  id: number
  account: AccountId
  instrument: string
  index: string
  key: string
  direction: Direction
  seconds: number
  /** 1e-8 of `currency`, as are all amounts. */
  stake: Amount
  /** Locked (O1). */
  profit: Amount
  currency: string
  /** Locked, a rate in 1e-8. */
  payoutRate: bigint
  /** The last tick as it was accepted. */
  open: TickRef
  opened: TimeMs
  expiry: TimeMs
  /** Of the last command that changed it. */
  sequence: number
}

/** How it ended: by which ticks, and with what. */
export interface ContractEnd {
  status: SecondOutcome
  /** The last tick before the expiry. */
  before: TickRef
  /** The first at or after it; left out where none came (O3). */
  settle: TickRef | undefined
  paid: Amount
  settled: TimeMs
  /** Of the command that ended it. */
  sequence: number
}

/** A second contract as it stands at the end of the command; what tells of its end is left out while it is open. */
export interface SecondView extends ContractTerms {
  status: SecondStatus
  before?: TickRef
  settle?: TickRef
  paid?: Amount
  settled?: TimeMs
}

export interface SecondEvent {
  type: "second"
  contract: SecondView
}

/** O5: an account's daily loss limit has changed, or one that waits. */
export interface LossLimitEvent {
  type: "loss-limit"
  account: AccountId
  /** In force, 1e-8 of the quote; left out: none. */
  limit?: Amount
  /** What waits, and from when; null: that the limit ends. */
  next?: { limit: Amount | null; from: TimeMs }
}
