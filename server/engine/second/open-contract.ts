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

/**
 * As it ended. The engine has forgotten it by now, so its terms become what is told: thousands end at one tick, and a copy of
 * each took longer than its money.
 */
export function viewEnded(terms: ContractTerms, end: ContractEnd): SecondView {
  const view = terms as SecondView
  view.status = end.status
  view.before = end.before
  if (end.settle) view.settle = end.settle
  view.paid = end.paid
  view.settled = end.settled
  view.sequence = end.sequence
  return view
}

/** By expiry, then id (T4). */
export const endsBefore = (one: ContractTerms, other: ContractTerms): boolean =>
  one.expiry === other.expiry ? one.id < other.id : one.expiry < other.expiry
