/** The daily walk of a pair, and its share of the whole market's moves within a day. */

import { Chance, hashText } from "../../../maker/chance.ts"
import type { Coin } from "../coins.ts"
import { DayWalk } from "../day-walk.ts"

const MARKET_VOLATILITY = 0.017
const MARKET_KNOT_SPREAD = 0.18
/** A coin's own knots lie apart by so many of its daily volatilities. */
const OWN_KNOT_DAYS = 8
/** Premium of a perpetual over its index from day to day: mean and standard deviation, as shares. */
const BASIS_MEAN = 0.00008
const BASIS_SPREAD = 0.00022

const dayWalk = (key: number, volatility: number, knotSpread: number) =>
  new DayWalk((chance, purpose, time) => chance.seed(key, purpose, time), {
    volatility,
    knotSpread,
    unevenness: 0.55,
  })

/** The walk of the whole market and of each coin, made once per seed and shared by all pairs. */
export class CoinWalks {
  readonly marketKey: number
  readonly market: DayWalk
  readonly #seed: string
  readonly #own = new Map<string, DayWalk>()

  constructor(seed: string) {
    this.#seed = seed
    this.marketKey = hashText(`${seed}/market`)
    this.market = dayWalk(this.marketKey, MARKET_VOLATILITY, MARKET_KNOT_SPREAD)
  }

  key(symbol: string): number {
    return hashText(`${this.#seed}/${symbol}`)
  }

  own(coin: Coin): DayWalk {
    let walk = this.#own.get(coin.symbol)
    if (!walk) {
      walk = dayWalk(this.key(coin.symbol), coin.ownVolatility, OWN_KNOT_DAYS * coin.ownVolatility)
      this.#own.set(coin.symbol, walk)
    }
    return walk
  }

  /** Logarithm of the coin's price in USDT at the start of a day. */
  logPrice(coin: Coin, day: number): number {
    return Math.log(coin.price) + coin.beta * this.market.at(day) + this.own(coin).at(day)
  }
}

export interface PairOptions {
  base: Coin
  /** Missing: USDT. */
  quote?: Coin | undefined
  /** How many coins one unit of the base stands for (1000PEPE: 1000). */
  multiple?: number
  /** A perpetual: carries a premium over its index. */
  hasBasis?: boolean
}

/** What the market, the base and the quote contribute to one of the pair's normal draws; squares sum to 1. */
export interface Mixture {
  market: number
  base: number
  quote: number
}

/** The walk of a pair: base over quote, in logarithms. */
export class PairWalk {
  readonly base: Coin
  readonly quote: Coin | undefined
  readonly marketKey: number
  readonly baseKey: number
  readonly quoteKey: number
  readonly mixture: Mixture
  readonly #walks: CoinWalks
  readonly #shift: number
  readonly #basisKey: number | undefined

  constructor(walks: CoinWalks, { base, quote, multiple = 1, hasBasis = false }: PairOptions) {
    this.base = base
    this.quote = quote
    this.#walks = walks
    this.#shift = Math.log(multiple)
    this.marketKey = walks.marketKey
    this.baseKey = walks.key(base.symbol)
    this.quoteKey = quote ? walks.key(quote.symbol) : 0
    this.#basisKey = hasBasis ? walks.key(`${base.symbol}/basis`) : undefined
    this.mixture = mixtureOf(base, quote)
  }

  /** Logarithm of the price at the start of a day. */
  logPrice(day: number): number {
    const base = this.#walks.logPrice(this.base, day)
    const quote = this.quote ? this.#walks.logPrice(this.quote, day) : 0
    return base - quote + this.#shift + this.#basis(day)
  }

  /** Variance of the logarithm's change within the day. */
  variance(day: number): number {
    const beta = this.base.beta - (this.quote?.beta ?? 0)
    const own = this.#walks.own(this.base).variance(day)
    const quote = this.quote ? this.#walks.own(this.quote).variance(day) : 0
    return beta ** 2 * this.#walks.market.variance(day) + own + quote
  }

  /** How wild the day is against an ordinary one: 1 is ordinary. */
  heat(day: number): number {
    const beta = this.base.beta - (this.quote?.beta ?? 0)
    const ordinary =
      (beta * MARKET_VOLATILITY) ** 2 + this.base.ownVolatility ** 2 + (this.quote?.ownVolatility ?? 0) ** 2
    return Math.sqrt(this.variance(day) / ordinary)
  }

  /** Price of one unit of the base in USDT at the start of a day: what turns a turnover into a quantity. */
  basePrice(day: number): number {
    return Math.exp(this.#walks.logPrice(this.base, day) + this.#shift)
  }

  #basis(day: number): number {
    if (this.#basisKey === undefined) return 0
    return BASIS_MEAN + BASIS_SPREAD * new Chance(this.#basisKey, 0, day).normal()
  }
}

function mixtureOf(base: Coin, quote: Coin | undefined): Mixture {
  const market = (base.beta - (quote?.beta ?? 0)) * MARKET_VOLATILITY
  const own = base.ownVolatility
  const against = -(quote?.ownVolatility ?? 0)
  const size = Math.hypot(market, own, against)
  return { market: market / size, base: own / size, quote: against / size }
}
