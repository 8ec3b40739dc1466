/** A trading account (a user's or the house's): its balances by wallet and currency, frozen or not, and its fee level. */

import { feeLevelOf } from "#core/instrument/fee-levels.ts"
import { type Amount, addAmounts, type TimeMs } from "#core/money/units.ts"
import type { AccountId, WalletName } from "../command.ts"
import { Balance } from "./balance.ts"

export const DAY_MS = 86_400_000
/** N1: full days that count towards the level. */
const LEVEL_DAYS = 30

/** Turnover of one day, counted in days since 1970 (UTC). */
export interface DayTurnover {
  day: number
  /** 1e-8 USDT. */
  turnover: Amount
}

export class Account {
  readonly id: AccountId
  /** Trades without fees; what house accounts do among themselves is reported once a minute. */
  readonly isHouse: boolean
  isFrozen = false
  /** The fee level in force. */
  level = 0
  /** Set by the operator: the turnover doesn't change it then. */
  isLevelByHand = false
  /** Open orders in all markets, waiting stops among them; counted by the markets, not saved. */
  openOrders = 0
  /** Of the last practice money; 0 before. */
  lastDraw: TimeMs = 0
  /** Days with turnover that may still count, today's among them, rising. */
  days: DayTurnover[] = []
  readonly #balances: Record<WalletName, Map<string, Balance>> = {
    funding: new Map(),
    contract: new Map(),
    second: new Map(),
  }

  constructor(id: AccountId, isHouse: boolean) {
    this.id = id
    this.isHouse = isHouse
  }

  /** The balance of a wallet and currency, empty at first. */
  balance(wallet: WalletName, currency: string): Balance {
    const balances = this.#balances[wallet]
    let balance = balances.get(currency)
    if (!balance) {
      balance = new Balance(this, wallet, currency)
      balances.set(currency, balance)
    }
    return balance
  }

  /** All balances by wallet, then currency. */
  balances(): Balance[] {
    return (["funding", "contract", "second"] as const).flatMap((wallet) =>
      [...this.#balances[wallet].values()].sort((a, b) => (a.currency < b.currency ? -1 : 1)),
    )
  }

  /** Counts what was traded now towards the level. Answers whether it was the first of its day. */
  countTurnover(turnover: Amount, now: TimeMs): boolean {
    const day = Math.floor(now / DAY_MS)
    const last = this.days.at(-1)
    if (last?.day === day) last.turnover = addAmounts(last.turnover, turnover)
    else this.days.push({ day, turnover })
    return last?.day !== day
  }

  /** Turnover of the 30 full days before this day. */
  turnoverBefore(day: number): Amount {
    let sum = 0n
    for (const each of this.days) if (each.day < day && each.day >= day - LEVEL_DAYS) sum += each.turnover
    return sum as Amount
  }

  /** N1, at 00:00 UTC: sets the level and forgets days that count no more. */
  beginDay(day: number): void {
    this.days = this.days.filter((each) => each.day >= day - LEVEL_DAYS)
    if (!this.isLevelByHand) this.level = feeLevelOf(this.turnoverBefore(day))
  }
}
