/** What accounts are worth, counted from the engine's accounts by its last prices (L7). */

import type { SpotInstrument } from "#core/instrument/instrument.ts"
import type { Price8 } from "#core/money/units.ts"
import { UNITS_PER_COIN } from "#core/money/units.ts"
import type { Balance } from "#server/engine/ledger/balance.ts"
import { accountOf, userIdOf } from "#server/engine/ledger/ledger-account.ts"
import type { EngineState } from "#server/engine/state.ts"
import { rateFrom, VALUE_CURRENCY } from "#server/read-model/currency-rates.ts"

/** What one user has, 1e-8 by currency. */
export type OwnAmounts = ReadonlyMap<string, bigint>

/** Of all users, in all their accounts together with holdings of AI products, as `ofBalance` counts a balance. */
export function amountsOfUsers(
  { ledger, ai }: EngineState,
  ofBalance: (balance: Balance) => bigint,
): Map<number, Map<string, bigint>> {
  const sums = new Map<number, Map<string, bigint>>()
  const add = (accountId: string, currency: string, amount: bigint) => {
    const userId = userIdOf(accountId)
    if (userId === undefined || amount === 0n) return
    const own = sums.get(userId) ?? new Map<string, bigint>()
    sums.set(userId, own.set(currency, (own.get(currency) ?? 0n) + amount))
  }
  for (const account of ledger.accounts())
    for (const balance of account.balances()) add(account.id, balance.currency, ofBalance(balance))
  for (const { terms, reward } of ai.holdings()) add(terms.account, terms.currency, terms.principal + reward)
  return sums
}

/** What counts as worth: margins of isolated positions with it; open profit and what was lent against it are not. */
export const countedOf = ({ available, held, margin }: Balance): bigint => available + held + margin

/** What one user has now. */
export function amountsOfUser({ ledger, ai }: EngineState, userId: number): OwnAmounts {
  const own = new Map<string, bigint>()
  const add = (currency: string, amount: bigint) => own.set(currency, (own.get(currency) ?? 0n) + amount)
  const account = accountOf(userId)
  for (const balance of ledger.known(account)?.balances() ?? []) add(balance.currency, countedOf(balance))
  for (const { terms, reward } of ai.holdingsOf(account)) add(terms.currency, terms.principal + reward)
  return own
}

/** The spot markets that there are, and how to find what a coin is worth by their prices. */
export class Valuation {
  readonly markets: readonly SpotInstrument[]
  readonly #priceOf: (id: string) => Price8 | undefined
  readonly #rates = new Map<string, Price8 | undefined>()

  constructor(markets: readonly SpotInstrument[], priceOf: (id: string) => Price8 | undefined) {
    this.markets = markets
    this.#priceOf = priceOf
  }

  /** By the engine's last prices as they stand, also when they have moved on. */
  static ofEngine({ markets }: EngineState): Valuation {
    const prices = new Map<string, Price8>()
    const spot: SpotInstrument[] = []
    for (const { instrument, lastPrice } of markets.values()) {
      if (instrument.kind !== "spot") continue
      spot.push(instrument)
      if (lastPrice !== undefined) prices.set(instrument.id, lastPrice)
    }
    return new Valuation(spot, (id) => prices.get(id))
  }

  /**
   * 1e-8 USDT, cut: no more than what it is worth. A coin without a market counts for nothing, as in the total of the
   * asset center; undefined: the price of one that has a market isn't known.
   */
  worthOf(amounts: OwnAmounts): bigint | undefined {
    let worth = 0n
    for (const [currency, amount] of amounts) {
      if (amount === 0n || !this.#hasMarket(currency)) continue
      const rate = this.#rateOf(currency)
      if (rate === undefined) return undefined
      worth += amount * rate
    }
    return worth / UNITS_PER_COIN
  }

  #hasMarket(currency: string): boolean {
    return currency === VALUE_CURRENCY || this.markets.some(({ base }) => base === currency)
  }

  #rateOf(currency: string): Price8 | undefined {
    if (!this.#rates.has(currency)) this.#rates.set(currency, rateFrom(this.markets, this.#priceOf, currency))
    return this.#rates.get(currency)
  }
}
