/** What was traded, counted towards the fee levels of both sides (N1). */

import type { Amount, Price8, TimeMs } from "#core/money/units.ts"
import { NO_AMOUNT, UNITS_PER_COIN } from "#core/money/units.ts"
import type { Account } from "../ledger/account.ts"

export interface TurnoverParts {
  /** Worth of one unit of a currency in 1e-8 USDT; undefined where nobody knows. */
  worthOf: (currency: string) => Price8 | undefined
  /** Called when somebody trades for the first time on a day: their level will be set at its end. */
  dayBegun: () => void
}

export class Turnover {
  readonly #parts: TurnoverParts

  constructor(parts: TurnoverParts) {
    this.#parts = parts
  }

  /** Counts a trade of this turnover (1e-8 of `quote`) for its buyer and its seller; house accounts have no level. */
  count(
    buyer: Account,
    seller: Account,
    { quote, turnover }: { quote: string; turnover: Amount },
    now: TimeMs,
  ) {
    const value = quote === "USDT" ? turnover : this.#valueOf(quote, turnover)
    if (value === 0n) return
    this.#countOf(buyer, value, now)
    this.#countOf(seller, value, now)
  }

  #countOf(account: Account, value: Amount, now: TimeMs): void {
    if (!account.isHouse && account.countTurnover(value, now)) this.#parts.dayBegun()
  }

  #valueOf(currency: string, amount: Amount): Amount {
    const price = this.#parts.worthOf(currency)
    return price === undefined ? NO_AMOUNT : (((amount * price) / UNITS_PER_COIN) as Amount)
  }
}
