/** Which accounts has the exchange itself, and which of them may be below zero? (exchange.md section 2) */

import type { Amount } from "#core/money/units.ts"

/** `least`: it is never negative; `most`: it is never positive. */
type Limit = "least" | "most"

const LIMITS: Readonly<Record<string, Limit>> = {
  fees: "least",
  rounding: "least",
  insurance: "least",
  "contract-advances": "most",
  "option-house.available": "least",
  "option-house.held": "least",
  "ai-reserve.available": "least",
  "ai-reserve.held": "least",
  "deposits-clearing": "least",
  "withdrawals-clearing": "least",
  custody: "most",
  claims: "most",
  "operator.capital": "least",
  faucet: "most",
}

/** One account in one currency. Only the ledger changes its balance (L2). */
export class SystemAccount {
  readonly name: string
  readonly currency: string
  balance = 0n as Amount
  readonly #limit: Limit

  constructor(name: string, currency: string) {
    const limit = LIMITS[name]
    if (limit === undefined) throw new RangeError(`there is no account ${name}`)
    this.name = name
    this.currency = currency
    this.#limit = limit
  }

  /** May its balance be this? */
  allows(balance: bigint): boolean {
    return this.#limit === "least" ? balance >= 0n : balance <= 0n
  }
}

export const isSystemAccount = (name: string): boolean => Object.hasOwn(LIMITS, name)
