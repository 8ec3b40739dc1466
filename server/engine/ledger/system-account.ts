/** An account that is one balance in one currency: of the exchange itself, or what a user has in AI products. */

import { type Amount, NO_AMOUNT } from "#core/money/units.ts"
import { isAllowed, readLedgerAccount, type Sign, signOf } from "./ledger-account.ts"

/** Only the ledger changes its balance (L2). */
export class SystemAccount {
  /** Its full name, such as `fees`. */
  readonly name: string
  readonly currency: string
  balance: Amount = NO_AMOUNT
  readonly #sign: Sign

  /** Throws a RangeError for a name that is no such account's. */
  constructor(name: string, currency: string) {
    const account = readLedgerAccount(name)
    if (account?.kind !== "system" && account?.kind !== "ai")
      throw new RangeError(`there is no system account ${name}`)
    this.name = name
    this.currency = currency
    this.#sign = signOf(account)
  }

  /** May its balance be this? */
  allows(balance: bigint): boolean {
    return isAllowed(this.#sign, balance)
  }
}
