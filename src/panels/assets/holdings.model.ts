/** What does a person own, account by account and coin by coin, in the order of its worth? */

import { Decimal } from "#core/money/decimal.ts"
import { placesOf, RATE_CURRENCY, type Rates, valueText, worthIn, worthText } from "#core/money/worth.ts"
import type { Position } from "#core/wire/contract.ts"
import { type Balance, WALLETS, type Wallet } from "#core/wire/trading.ts"
import type { AiSum } from "../../amounts/ai-sums.ts"

/** What an account, or something like one, is worth; texts are cut to the decimals of the chosen currency. */
interface Worth {
  total: string
  available: string
  held: string
  /** Per cent of the total with one decimal; null while there is nothing. */
  share: string | null
}

export interface WalletWorth extends Worth {
  wallet: Wallet
}

export interface CoinRow {
  currency: string
  /** Exact, as the server says: `total` is the other two together. */
  total: string
  available: string
  held: string
  /** In the chosen currency; null: no price is known. */
  value: string | null
}

export interface Holdings {
  /** The chosen currency. */
  inCurrency: string
  /** Null while nothing can be said: the chosen currency has no known price. */
  total: string | null
  wallets: readonly WalletWorth[]
  /** What is with AI products: `available` the principal, `held` the reward so far; null: nothing is. */
  ai: Worth | null
  /** Held, but without a price: not part of the total. */
  unpriced: readonly string[]
}

const HUNDRED = new Decimal(100)

/**
 * Sums all accounts, and what is with AI products. Each figure is cut by itself, so that they may differ from the total by
 * their last decimal; the total is cut from the exact sum.
 */
export function holdingsOf(
  balances: readonly Balance[],
  rates: Rates,
  inCurrency: string,
  ai: readonly AiSum[] = [],
): Holdings {
  const unpriced = new Set<string>()
  const places = placesOf(inCurrency, rates)
  const sum = (rows: readonly Amounts[]) => sumOf(rows, rates, inCurrency, unpriced)
  const sums = WALLETS.map((wallet) => ({
    wallet,
    sum: sum(balances.filter((row) => row.wallet === wallet)),
  }))
  const aiSum = sum(ai.map(amountsOf))
  const total = sums.reduce((all, { sum }) => all.plus(sum.total), aiSum.total)
  const worth = ({ total: own, available, held }: Sum): Worth => ({
    total: valueText(own, places),
    available: valueText(available, places),
    held: valueText(held, places),
    share: total.gt(0) ? own.div(total).times(HUNDRED).toFixed(1) : null,
  })
  return {
    inCurrency,
    total: rates.has(inCurrency) ? valueText(total, places) : null,
    wallets: sums.map(({ wallet, sum }) => ({ wallet, ...worth(sum) })),
    ai: ai.length > 0 ? worth(aiSum) : null,
    unpriced: [...unpriced].sort(),
  }
}

type Amounts = Pick<Balance, "currency" | "available" | "held">
const PARTS = ["available", "held"] as const

/** As an account has it: what comes back in any case, and what comes with patience. */
const amountsOf = ({ currency, principal, reward }: AiSum): Amounts => ({
  currency,
  available: principal,
  held: reward,
})

type Sum = Record<"total" | (typeof PARTS)[number], Decimal>

function sumOf(rows: readonly Amounts[], rates: Rates, inCurrency: string, unpriced: Set<string>): Sum {
  const sum = { available: new Decimal(0), held: new Decimal(0) }
  for (const row of rows) {
    for (const part of PARTS) {
      const worth = worthIn(inCurrency, row.currency, row[part], rates)
      if (worth) sum[part] = sum[part].plus(worth)
      else unpriced.add(row.currency)
    }
  }
  return { ...sum, total: sum.available.plus(sum.held) }
}

/** What contracts are settled in; their margin is in it. */
const SETTLEMENT = RATE_CURRENCY

/**
 * Balances with the margin of isolated positions as frozen in the contract account: it left `available` when the position
 * was opened, and without it a total would be too small for as long as one is open (L4).
 */
export function withIsolatedMargin(
  balances: readonly Balance[],
  positions: readonly Pick<Position, "margin">[],
): readonly Balance[] {
  const margin = positions.reduce((sum, position) => sum.plus(position.margin), new Decimal(0))
  if (margin.isZero()) return balances
  const isIts = ({ wallet, currency }: Balance) => wallet === "contract" && currency === SETTLEMENT
  const frozen = (row: Balance): Balance => ({ ...row, held: margin.plus(row.held).toFixed() })
  return balances.some(isIts)
    ? balances.map((row) => (isIts(row) ? frozen(row) : row))
    : [...balances, frozen({ wallet: "contract", currency: SETTLEMENT, available: "0", held: "0" })]
}

interface CoinFilter {
  /** Leaves out what is worth less than one USDT; what has no price stays. */
  hideSmall: boolean
  query: string
}

/** The coins of one account: the worthiest first, then what has no price; nothing at all of a coin is left out. */
export function coinsOf(
  balances: readonly Balance[],
  wallet: Wallet,
  rates: Rates,
  inCurrency: string,
  { hideSmall, query }: CoinFilter,
): CoinRow[] {
  const wanted = query.trim().toUpperCase()
  return balances
    .filter((row) => row.wallet === wallet && row.currency.includes(wanted))
    .map((row) => {
      const total = new Decimal(row.available).plus(row.held)
      return { row, total, worth: worthIn(RATE_CURRENCY, row.currency, total.toFixed(), rates) }
    })
    .filter(({ total, worth }) => !total.isZero() && !(hideSmall && worth?.lt(1)))
    .sort((a, b) => byWorth(a.worth, b.worth) || a.row.currency.localeCompare(b.row.currency, "en"))
    .map(({ row, total }) => ({
      currency: row.currency,
      total: total.toFixed(),
      available: row.available,
      held: row.held,
      value: worthText(inCurrency, row.currency, total.toFixed(), rates),
    }))
}

const byWorth = (a: Decimal | null, b: Decimal | null): number =>
  a && b ? b.comparedTo(a) : Number(a === null) - Number(b === null)

/** Currencies a total can be told in: the usual ones first, then what is held; only those with a price. */
export function totalChoices(balances: readonly Balance[], rates: Rates): string[] {
  const held = balances.map(({ currency }) => currency).sort()
  return [...new Set([...USUAL, ...held])].filter((currency) => rates.has(currency))
}

const USUAL = [RATE_CURRENCY, "BTC", "ETH"]
