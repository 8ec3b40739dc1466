/** The double-entry ledger, in 1e-8 units: every change is a journal entry whose lines sum to zero (L1, L2). */

import type { Amount } from "#core/money/units.ts"
import type { AccountId, WalletName } from "../command.ts"
import type { JournalKind, JournalLine } from "../event.ts"
import type { EventLog } from "../event-log.ts"
import { Account } from "./account.ts"
import type { Balance } from "./balance.ts"
import { type AiPart, isAllowed, ledgerAccountText, WALLET_SIGN } from "./ledger-account.ts"
import { SystemAccount } from "./system-account.ts"

/** No balance reaches it: the column of the database holds 38 digits (U4). */
export const BALANCE_LIMIT = 10n ** 30n

/**
 * One journal entry at a time: `open`, its lines, `close`. A line that would break an account's limit throws: whoever posts
 * has asked before whether it may.
 */
export class Ledger {
  readonly #log: EventLog
  readonly #houseAccounts: ReadonlySet<AccountId>
  readonly #accounts = new Map<AccountId, Account>()
  /** By name, then currency, as both are known where they are asked. */
  readonly #system = new Map<string, Map<string, SystemAccount>>()
  /** Called when house accounts have moved money among themselves that no journal entry has reported. */
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

  /** The account of this id; created empty when it is asked for first. */
  account(id: AccountId): Account {
    let account = this.#accounts.get(id)
    if (!account) {
      account = new Account(id, this.#houseAccounts.has(id))
      this.#accounts.set(id, account)
    }
    return account
  }

  /** The account if there is one already. */
  known(id: AccountId): Account | undefined {
    return this.#accounts.get(id)
  }

  /** All accounts by id. */
  accounts(): Account[] {
    return [...this.#accounts.values()].sort((a, b) => (a.id < b.id ? -1 : 1))
  }

  balance(id: AccountId, wallet: WalletName, currency: string): Balance {
    return this.account(id).balance(wallet, currency)
  }

  /** What somebody has in AI products, in one currency. */
  ai(owner: AccountId, part: AiPart, currency: string): SystemAccount {
    return this.system(ledgerAccountText({ kind: "ai", owner, part }), currency)
  }

  /** A system account in one currency. */
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

  /** What a system account has, without making it: a check may not change what a snapshot holds. */
  systemBalance(name: string, currency: string): bigint {
    return this.#system.get(name)?.get(currency)?.balance ?? 0n
  }

  /** All accounts of the exchange's own, and what users have in AI products, by name, then currency. */
  systemAccounts(): SystemAccount[] {
    return [...this.#system.values()]
      .flatMap((accounts) => [...accounts.values()])
      .sort((a, b) => (a.name === b.name ? (a.currency < b.currency ? -1 : 1) : a.name < b.name ? -1 : 1))
  }

  /** Begins a journal entry. `reference`: what it is for, e.g. `order:17`. */
  open(kind: JournalKind, reference: string): void {
    this.#kind = kind
    this.#reference = reference
  }

  /** A line on what an account has available; what comes in repays an advance first (L5). */
  available(balance: Balance, amount: bigint): void {
    if (balance.advance > 0n && amount > 0n) {
      const repaid = amount < balance.advance ? amount : balance.advance
      this.#advance(balance, -repaid)
      this.available(balance, amount - repaid)
      return
    }
    if (amount === 0n) return
    balance.available = limited(balance.availableName, balance.available + amount)
    balance.moved?.(amount < 0n)
    if (balance.account.isHouse) balance.toldAvailable = (balance.toldAvailable + amount) as Amount
    else this.#log.balanceChanged(balance)
    this.#line(balance.availableName, balance.currency, amount)
  }

  /** Lines on the cash of a contract wallet: what it lacks is lent (L5). The wallet of who may owe has been checked. */
  cash(balance: Balance, amount: bigint): void {
    const lent = -amount - balance.available
    if (lent <= 0n) {
      this.available(balance, amount)
      return
    }
    this.available(balance, -balance.available)
    this.#advance(balance, lent)
  }

  /** A line on the margin of an isolated position, which `name` is the full name of. */
  margin(balance: Balance, name: string, amount: bigint): void {
    if (amount === 0n) return
    balance.margin = limited(name, balance.margin + amount)
    this.#log.balanceChanged(balance)
    this.#line(name, balance.currency, amount)
  }

  /** A line on what an account has on hold. */
  held(balance: Balance, amount: bigint): void {
    if (amount === 0n) return
    balance.held = limited(balance.heldName, balance.held + amount)
    if (balance.account.isHouse) {
      // Its freezing is reported with the minute: what it gives out of a hold nobody knows of comes from what it has free.
      balance.toldAvailable = (balance.toldAvailable + amount) as Amount
      this.#line(balance.availableName, balance.currency, amount)
      return
    }
    this.#log.balanceChanged(balance)
    this.#line(balance.heldName, balance.currency, amount)
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

  /** Ends the journal entry: it is published, unless it has no line. */
  close(): void {
    const lines = this.#lines
    if (lines.length === 0) return
    this.#lines = []
    const wrong = unbalancedIn(lines)
    if (wrong !== undefined)
      throw new Error(`journal ${this.#kind} ${this.#reference} doesn't balance in ${wrong}`)
    this.#log.push({ type: "journal", kind: this.#kind, reference: this.#reference, lines })
  }

  /** Freezes an amount of a balance, or frees it where negative. Of a house account it is reported with the minute. */
  freeze(balance: Balance, amount: bigint, orderId: number): void {
    if (amount === 0n) return
    if (balance.account.isHouse) {
      this.moveInHouse(balance, -amount, amount)
      return
    }
    // By far the most frequent journal: its two lines balance by their making.
    const { currency } = balance
    const freed = -amount as Amount
    balance.available = limited(balance.availableName, balance.available + freed)
    balance.held = limited(balance.heldName, balance.held + amount)
    balance.moved?.(amount > 0n)
    this.#log.balanceChanged(balance)
    this.#log.push({
      type: "journal",
      kind: amount > 0n ? "order-hold" : "order-release",
      reference: `order:${orderId}`,
      lines: [
        { account: balance.availableName, currency, amount: freed },
        { account: balance.heldName, currency, amount: amount as Amount },
      ],
    })
  }

  /** House accounts have moved something that {@link tellHouseNet}'s timer will report. */
  houseMoved(): void {
    if (this.hasUntold) return
    this.hasUntold = true
    this.#houseMoved()
  }

  /** Changes a house balance by what another house balance gives or takes; `tellHouseNet` will tell the sum of it. */
  moveInHouse(balance: Balance, available: bigint, held: bigint): void {
    balance.available = limited(balance.availableName, balance.available + available)
    balance.held = limited(balance.heldName, balance.held + held)
    balance.moved?.(available < 0n)
    this.houseMoved()
  }

  /** One journal entry of all that the house accounts did among themselves since the last. */
  tellHouseNet(): void {
    this.hasUntold = false
    this.open("house-net", "")
    for (const account of this.#houseAccounts) {
      for (const balance of this.known(account)?.balances() ?? []) {
        const { available, held, toldAvailable, toldHeld, currency } = balance
        this.#line(balance.availableName, currency, available - toldAvailable)
        this.#line(balance.heldName, currency, held - toldHeld)
        balance.toldAvailable = available
        balance.toldHeld = held
      }
    }
    this.close()
  }

  /** Lends, or takes back where negative. */
  #advance(balance: Balance, amount: bigint): void {
    if (amount === 0n) return
    balance.advance = limited(balance.advanceName, balance.advance + amount)
    balance.moved?.(amount > 0n)
    if (!balance.account.isHouse) this.#log.balanceChanged(balance)
    this.#line(balance.advanceName, balance.currency, -amount)
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
  if (!isAllowed(WALLET_SIGN, balance)) throw new Error(`${name} would be ${balance}`)
  return balance as Amount
}
