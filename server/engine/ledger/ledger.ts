/** Whose is how much? Double entry in 1e-8 units; every change is a journal whose lines sum to zero (L1, L2). */

import type { Amount } from "#core/money/units.ts"
import type { AccountId, WalletName } from "../command.ts"
import type { JournalKind, JournalLine } from "../event.ts"
import type { EventLog } from "../event-log.ts"
import { Holder } from "./holder.ts"
import type { Purse } from "./purse.ts"
import { SystemAccount } from "./system-accounts.ts"

/** No balance reaches it: the column of the database holds 38 digits (exchange.md section 1). */
export const BALANCE_LIMIT = 10n ** 30n

/**
 * One journal at a time: `open`, its lines, `close`. A line that would break an account's limit throws: whoever posts
 * has asked before whether it may.
 */
export class Ledger {
  readonly #log: EventLog
  readonly #houseAccounts: ReadonlySet<AccountId>
  readonly #holders = new Map<AccountId, Holder>()
  /** By name, then currency, as both are known where they are asked. */
  readonly #system = new Map<string, Map<string, SystemAccount>>()
  /** Called when house accounts have moved money among themselves that no journal has told. */
  readonly #houseMoved: () => void
  /** Is there something for `tellHouseNet`? */
  hasUntold = false

  #kind: JournalKind = "correction"
  #reference = ""
  #lines: JournalLine[] = []

  constructor(parts: { log: EventLog; houseAccounts: ReadonlySet<AccountId>; houseMoved: () => void }) {
    this.#log = parts.log
    this.#houseAccounts = parts.houseAccounts
    this.#houseMoved = parts.houseMoved
  }

  /** The holder of this account, new at first sight. */
  holder(account: AccountId): Holder {
    let holder = this.#holders.get(account)
    if (!holder) {
      holder = new Holder(account, this.#houseAccounts.has(account))
      this.#holders.set(account, holder)
    }
    return holder
  }

  /** The holder if there is one already. */
  known(account: AccountId): Holder | undefined {
    return this.#holders.get(account)
  }

  /** All holders by account. */
  holders(): Holder[] {
    return [...this.#holders.values()].sort((a, b) => (a.account < b.account ? -1 : 1))
  }

  purse(account: AccountId, wallet: WalletName, currency: string): Purse {
    return this.holder(account).purse(wallet, currency)
  }

  /** An account of the exchange's own in one currency. */
  system(name: string, currency: string): SystemAccount {
    let accounts = this.#system.get(name)
    if (!accounts) {
      accounts = new Map()
      this.#system.set(name, accounts)
    }
    let account = accounts.get(currency)
    if (!account) {
      account = new SystemAccount(name, currency)
      accounts.set(currency, account)
    }
    return account
  }

  /** All accounts of the exchange's own by name, then currency. */
  systemAccounts(): SystemAccount[] {
    return [...this.#system.values()]
      .flatMap((accounts) => [...accounts.values()])
      .sort((a, b) => (a.name === b.name ? (a.currency < b.currency ? -1 : 1) : a.name < b.name ? -1 : 1))
  }

  /** Begins a journal. `reference`: what it is for, e.g. `order:17`. */
  open(kind: JournalKind, reference: string): void {
    this.#kind = kind
    this.#reference = reference
  }

  /** A line on what a holder has free. */
  available(purse: Purse, amount: bigint): void {
    if (amount === 0n) return
    purse.available = limited(purse.availableName, purse.available + amount)
    if (purse.holder.isHouse) purse.toldAvailable = (purse.toldAvailable + amount) as Amount
    else this.#log.purseChanged(purse)
    this.#line(purse.availableName, purse.currency, amount)
  }

  /** A line on what a holder has frozen. */
  held(purse: Purse, amount: bigint): void {
    if (amount === 0n) return
    purse.held = limited(purse.heldName, purse.held + amount)
    if (purse.holder.isHouse) {
      // Its freezing is told with the minute: what it gives out of a hold nobody knows of comes from what it has free.
      purse.toldAvailable = (purse.toldAvailable + amount) as Amount
      this.#line(purse.availableName, purse.currency, amount)
      return
    }
    this.#log.purseChanged(purse)
    this.#line(purse.heldName, purse.currency, amount)
  }

  /** A line on an account of the exchange's own. */
  own(account: SystemAccount, amount: bigint): void {
    if (amount === 0n) return
    const balance = account.balance + amount
    if (!account.allows(balance))
      throw new Error(`${account.name} of ${account.currency} would be ${balance}`)
    account.balance = balance as Amount
    this.#line(account.name, account.currency, amount)
  }

  /** Ends the journal: it is told, unless it has no line. */
  close(): void {
    const lines = this.#lines
    if (lines.length === 0) return
    this.#lines = []
    const wrong = unbalancedIn(lines)
    if (wrong !== undefined)
      throw new Error(`journal ${this.#kind} ${this.#reference} doesn't balance in ${wrong}`)
    this.#log.push({ type: "journal", kind: this.#kind, reference: this.#reference, lines })
  }

  /** Freezes an amount of a purse, or frees it where negative. Of a house account it is told with the minute. */
  freeze(purse: Purse, amount: bigint, orderId: number): void {
    if (amount === 0n) return
    if (purse.holder.isHouse) {
      this.moveInHouse(purse, -amount, amount)
      return
    }
    // By far the most frequent journal: its two lines balance by their making.
    const { currency } = purse
    const freed = -amount as Amount
    purse.available = limited(purse.availableName, purse.available + freed)
    purse.held = limited(purse.heldName, purse.held + amount)
    this.#log.purseChanged(purse)
    this.#log.push({
      type: "journal",
      kind: amount > 0n ? "order-hold" : "order-release",
      reference: `order:${orderId}`,
      lines: [
        { account: purse.availableName, currency, amount: freed },
        { account: purse.heldName, currency, amount: amount as Amount },
      ],
    })
  }

  /** Changes a house purse by what another house purse gives or takes; `tellHouseNet` will tell the sum of it. */
  moveInHouse(purse: Purse, available: bigint, held: bigint): void {
    purse.available = limited(purse.availableName, purse.available + available)
    purse.held = limited(purse.heldName, purse.held + held)
    if (this.hasUntold) return
    this.hasUntold = true
    this.#houseMoved()
  }

  /** One journal of all that the house accounts did among themselves since the last. */
  tellHouseNet(): void {
    this.hasUntold = false
    this.open("house-net", "")
    for (const account of this.#houseAccounts) {
      for (const purse of this.known(account)?.purses() ?? []) {
        const { available, held, toldAvailable, toldHeld, currency } = purse
        this.#line(purse.availableName, currency, available - toldAvailable)
        this.#line(purse.heldName, currency, held - toldHeld)
        purse.toldAvailable = available
        purse.toldHeld = held
      }
    }
    this.close()
  }

  #line(account: string, currency: string, amount: bigint): void {
    if (amount === 0n) return
    this.#lines.push({ account, currency, amount: amount as Amount })
  }
}

/** The first currency that these lines don't sum to zero in. */
function unbalancedIn(lines: readonly JournalLine[]): string | undefined {
  const first = lines[0]?.currency
  let sum = 0n
  let others: JournalLine[] | undefined
  for (const line of lines)
    if (line.currency === first) sum += line.amount
    else if (others) others.push(line)
    else others = [line]
  if (sum !== 0n) return first
  return others && unbalancedIn(others)
}

/** What may not be negative; asked before, so anything else is a bug. The upper limit is held where money comes in. */
function limited(name: string, balance: bigint): Amount {
  if (balance < 0n) throw new Error(`${name} would be ${balance}`)
  return balance as Amount
}
