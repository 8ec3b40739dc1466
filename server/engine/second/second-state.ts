/** All that the engine keeps of second contracts: what is listed, what is open, and what accounts have lost and allow. */

import type { SecondInstrument } from "#core/instrument/instrument.ts"
import type { Amount } from "#core/money/units.ts"
import { EXPOSURE_LIMIT } from "#core/second/stake-limits.ts"
import type { AccountId } from "../command.ts"
import type { EventLog } from "../event-log.ts"
import type { Ledger } from "../ledger/ledger.ts"
import { IndexContracts } from "./index-contracts.ts"
import type { OpenContract } from "./open-contract.ts"
import type { ContractTerms } from "./second-event.ts"
import { SecondListing } from "./second-listing.ts"
import { type SavedStakeAccount, StakeAccount } from "./stake-account.ts"

/** As plain data, for a snapshot. */
export interface SavedSeconds {
  nextId: number
  exposureLimit: Amount
  /** By id. */
  listed: SecondInstrument[]
  /** By id. */
  contracts: ContractTerms[]
  /** By id. */
  accounts: SavedStakeAccount[]
}

export class SecondState {
  readonly listed = new Map<string, SecondListing>()
  nextId = 1
  /** Open profits of one direction on one index, 1e-8 of the quote; as `clock.start` said last (O5). */
  exposureLimit: Amount = EXPOSURE_LIMIT
  readonly #ledger: Ledger
  readonly #log: EventLog
  readonly #indexes = new Map<string, IndexContracts>()
  readonly #accounts = new Map<AccountId, StakeAccount>()

  constructor(parts: { ledger: Ledger; log: EventLog }) {
    this.#ledger = parts.ledger
    this.#log = parts.log
  }

  list(instrument: SecondInstrument): SecondListing {
    const listing = new SecondListing(instrument, this.#log)
    this.listed.set(instrument.id, listing)
    return listing
  }

  /** Open contracts of an index; none at first. */
  of(index: string): IndexContracts {
    let contracts = this.#indexes.get(index)
    if (!contracts) {
      contracts = new IndexContracts(index)
      this.#indexes.set(index, contracts)
    }
    return contracts
  }

  /** Where there has been a contract. */
  known(index: string): IndexContracts | undefined {
    return this.#indexes.get(index)
  }

  /** By name. */
  indexes(): IndexContracts[] {
    return [...this.#indexes.values()].sort((one, other) => (one.index < other.index ? -1 : 1))
  }

  /** The account of this id; created empty when it is asked for first. */
  account(id: AccountId): StakeAccount {
    let account = this.#accounts.get(id)
    if (!account) {
      account = new StakeAccount(id)
      this.#accounts.set(id, account)
    }
    return account
  }

  /** The account if there is one already: a check may not change what a snapshot holds. */
  knownAccount(id: AccountId): StakeAccount | undefined {
    return this.#accounts.get(id)
  }

  /** By id. */
  accounts(): StakeAccount[] {
    return [...this.#accounts.values()].sort((one, other) => (one.id < other.id ? -1 : 1))
  }

  /** From now on it is open. */
  open(terms: ContractTerms): void {
    const owner = this.account(terms.account)
    const balance = this.#ledger.balance(terms.account, "second", terms.currency)
    owner.opened(terms.stake)
    this.of(terms.index).add({ terms, owner, balance })
  }

  /** All that are open, by id. */
  contracts(): OpenContract[] {
    return [...this.#indexes.values()]
      .flatMap((contracts) => contracts.list())
      .sort((one, other) => one.terms.id - other.terms.id)
  }

  save(): SavedSeconds {
    const byId = [...this.listed.values()].sort((one, other) =>
      one.instrument.id < other.instrument.id ? -1 : 1,
    )
    return {
      nextId: this.nextId,
      exposureLimit: this.exposureLimit,
      listed: byId.map(({ instrument }) => ({ ...instrument })),
      contracts: this.contracts().map(({ terms }) => ({ ...terms, open: { ...terms.open } })),
      accounts: this.accounts().map((account) => account.save()),
    }
  }

  /** Into one that has nothing; the ledger is loaded before. */
  restore({ nextId, exposureLimit, listed, contracts, accounts }: SavedSeconds): void {
    this.nextId = nextId
    this.exposureLimit = exposureLimit
    for (const instrument of listed) this.list(instrument)
    for (const account of accounts) this.account(account.id).restore(account)
    for (const terms of contracts) this.open(terms)
  }
}
