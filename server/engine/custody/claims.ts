/** Claims: what users owe of deposits that their chain took back after the credit (D2). */

import { type Amount, NO_AMOUNT } from "#core/money/units.ts"
import type { AccountId } from "../command.ts"
import type { EngineState } from "../state.ts"

/** As plain data, for a snapshot. */
export interface SavedClaim {
  account: AccountId
  currency: string
  /** 1e-8 of the currency. */
  amount: Amount
}

export class Claims {
  readonly #byAccount = new Map<AccountId, Map<string, Amount>>()

  /** Is there one of this account, in any currency? */
  has(account: AccountId): boolean {
    return this.#byAccount.has(account)
  }

  get isEmpty(): boolean {
    return this.#byAccount.size === 0
  }

  /** More is owed, or less where negative. */
  add(account: AccountId, currency: string, amount: bigint): void {
    const own = this.#byAccount.get(account) ?? new Map<string, Amount>()
    const owed = (own.get(currency) ?? NO_AMOUNT) + amount
    if (owed < 0n) throw new Error(`${account} would owe ${owed} of ${currency}`)
    if (owed > 0n) own.set(currency, owed as Amount)
    else own.delete(currency)
    if (own.size > 0) this.#byAccount.set(account, own)
    else this.#byAccount.delete(account)
  }

  /** By account, then currency. */
  list(): SavedClaim[] {
    return [...this.#byAccount]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .flatMap(([account, own]) =>
        [...own]
          .sort(([one], [other]) => (one < other ? -1 : 1))
          .map(([currency, amount]) => ({ account, currency, amount })),
      )
  }
}

/**
 * D2: whatever has come into the funding wallet of who owes repays it. At the end of a command, when all its postings are
 * made: none of them finds less than it has asked for.
 */
export function collectClaims({ custody, ledger }: EngineState): void {
  if (custody.claims.isEmpty) return
  for (const { account, currency, amount } of custody.claims.list()) {
    const balance = ledger.balance(account, "funding", currency)
    const repaid = balance.available < amount ? balance.available : amount
    if (repaid === 0n) continue
    ledger.open("claim", "claims")
    ledger.available(balance, -repaid)
    ledger.own(ledger.system("claims", currency), repaid)
    ledger.close()
    custody.claims.add(account, currency, -repaid)
  }
}
