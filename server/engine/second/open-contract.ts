/** A second contract while it runs, and as it is told. */

import type { Balance } from "../ledger/balance.ts"
import type { ContractEnd, ContractTerms, SecondView } from "./second-event.ts"
import type { StakeAccount } from "./stake-account.ts"

/** With whom it counts, and the balance that holds its stake. */
export interface OpenContract {
  readonly terms: ContractTerms
  readonly owner: StakeAccount
  readonly balance: Balance
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
