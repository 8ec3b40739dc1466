/** The contract accounts of the exchange, and who has a position in which contract. */

import type { AccountId } from "../../command.ts"
import type { EventLog } from "../../event-log.ts"
import type { Account } from "../../ledger/account.ts"
import type { Order } from "../../matching/order.ts"
import { ContractAccount, type ContractPart } from "./contract-account.ts"
import { OpenInterest } from "./open-interest.ts"
import { OpenParts } from "./open-parts.ts"
import type { Position } from "./position.ts"
import { closes, reduces } from "./reduce-only.ts"
import { SolvencyWatch } from "./solvency-watch.ts"
import { TargetWatch } from "./target-watch.ts"

const NONE: readonly Order[] = []
const NO_PARTS: readonly ContractPart[] = []

export class ContractAccounts {
  /** Take-profit and stop-loss of the positions. */
  readonly targets = new TargetWatch()
  readonly interest: OpenInterest
  /** Who has to be counted after a mark. */
  readonly solvency = new SolvencyWatch()
  /** Accounts whose cash or positions change are added, as long as somebody follows them. */
  changes: ContractAccount[] | undefined
  readonly #log: EventLog
  readonly #accounts = new Map<AccountId, ContractAccount>()
  /** Parts whose position closed or turned around since they were asked for, by instrument. */
  readonly #turned = new Map<string, Set<ContractPart>>()
  readonly #open = new Map<string, OpenParts>()

  constructor(log: EventLog) {
    this.#log = log
    this.interest = new OpenInterest(log)
  }

  /** The contract account of this account, made when it is asked for first. `currency`: what its contracts settle in. */
  of(account: Account, currency: string): ContractAccount {
    let own = this.#accounts.get(account.id)
    if (!own) {
      const made = new ContractAccount(account, account.balance("contract", currency))
      own = made
      made.wallet.moved = (isLess) => {
        if (isLess) this.solvency.cashFell(made)
        this.#note(made)
      }
      this.#accounts.set(account.id, made)
    }
    return own
  }

  known(id: AccountId): ContractAccount | undefined {
    return this.#accounts.get(id)
  }

  /** All of them by id. */
  list(): ContractAccount[] {
    return [...this.#accounts.values()].sort((one, other) => (one.account.id < other.account.id ? -1 : 1))
  }

  /** Who has a position in the contract, by account. The list itself: whoever changes positions on the way copies it. */
  partsWithPositions(instrument: string): readonly ContractPart[] {
    return this.#open.get(instrument)?.list() ?? NO_PARTS
  }

  /** A position of the part is closed, or on the other side: orders that would lessen it have nothing to lessen (P22). */
  turned(part: ContractPart): void {
    if (!part.hasReducing()) return
    const turned = this.#turned.get(part.instrument) ?? new Set()
    turned.add(part)
    this.#turned.set(part.instrument, turned)
  }

  /** Contracts in which something turned since {@link takeLeftOver} was asked. */
  turnedIn(): string[] {
    return [...this.#turned.keys()].sort()
  }

  /** Open reduce-only orders without a position that they lessen, by id; those that wait for their stop stay. */
  takeLeftOver(instrument: string): readonly Order[] {
    const turned = this.#turned.get(instrument)
    if (!turned) return NONE
    this.#turned.delete(instrument)
    const orders = [...turned].flatMap((part) => part.orders.filter(isLeftOver))
    return orders.sort((one, other) => one.id - other.id)
  }

  /** The position has changed: it is reported at the end of the command, once. */
  changed(part: ContractPart, position: Position): void {
    this.#place(part)
    this.solvency.changed(part)
    this.#note(part.owner)
    this.interest.changed(part)
    if (!part.account.isHouse) this.#log.positionChanged(position)
  }

  /** The part's positions are as a snapshot has them: nothing is reported. */
  restored(part: ContractPart): void {
    this.#place(part)
    this.interest.restored(part)
  }

  #note(own: ContractAccount): void {
    own.revision += 1
    this.changes?.push(own)
  }

  #place(part: ContractPart): void {
    const isOpen = part.hasPosition()
    if (isOpen === part.isListed) return
    part.isListed = isOpen
    let open = this.#open.get(part.instrument)
    if (!open) {
      open = new OpenParts()
      this.#open.set(part.instrument, open)
      this.solvency.follow(part.instrument, open)
    }
    open.changed(part)
  }
}

/** P22: it only closes, and there is nothing to close. A stop may wait for a position to come, but for one that closes it whole. */
function isLeftOver(order: Order): boolean {
  const belongs = order.status !== "waiting" || order.conditions?.closesPosition === true
  return belongs && closes(order) && !reduces(order)
}
