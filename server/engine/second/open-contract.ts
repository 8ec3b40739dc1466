/** A second contract while it runs, and as it is told. */

import type { Amount, TimeMs } from "#core/money/units.ts"
import type { Direction, SecondOutcome, TickRef } from "#core/second/second-contract.ts"
import type { AccountId } from "../command.ts"
import type { SecondView } from "../event.ts"
import type { Balance } from "../ledger/balance.ts"
import type { StakeAccount } from "./stake-account.ts"

/** Nothing of it changes until it ends: then it is forgotten. Plain data, so that a snapshot can carry it. */
export interface ContractTerms {
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
  payoutRate: bigint
  /** The last tick as it was accepted. */
  open: TickRef
  opened: TimeMs
  expiry: TimeMs
  /** Of the command that opened it. */
  sequence: number
}

/** With whom it counts, and the balance that holds its stake. */
export interface OpenContract {
  readonly terms: ContractTerms
  readonly owner: StakeAccount
  readonly balance: Balance
}

/** How it ended: by which ticks, and with what. */
export interface ContractEnd {
  status: SecondOutcome
  /** The last tick before the expiry. */
  before: TickRef
  /** The first at or after it; left out where none came (O3). */
  settle?: TickRef
  paid: Amount
  settled: TimeMs
  /** Of the command that ended it. */
  sequence: number
}

export const viewOpen = (terms: ContractTerms): SecondView => ({ ...terms, status: "open" })

/** Field by field: thousands end at one tick, and a spread of two objects took longer than their money. */
export function viewEnded(terms: ContractTerms, end: ContractEnd): SecondView {
  const view: SecondView = {
    id: terms.id,
    account: terms.account,
    instrument: terms.instrument,
    index: terms.index,
    key: terms.key,
    direction: terms.direction,
    seconds: terms.seconds,
    stake: terms.stake,
    profit: terms.profit,
    currency: terms.currency,
    payoutRate: terms.payoutRate,
    open: terms.open,
    opened: terms.opened,
    expiry: terms.expiry,
    sequence: end.sequence,
    status: end.status,
    before: end.before,
    paid: end.paid,
    settled: end.settled,
  }
  if (end.settle) view.settle = end.settle
  return view
}

/** By expiry, then id (T4). */
export const endsBefore = (one: ContractTerms, other: ContractTerms): boolean =>
  one.expiry === other.expiry ? one.id < other.id : one.expiry < other.expiry
