/** What moves the coins of one market: the whole market, and each coin's own part. */

import type { Coin } from "../coins.ts"
import type { Draws, MarketDraws } from "./draws.ts"
import { Factor } from "./factor.ts"

const MARKET_VOLATILITY = 0.017
const MARKET_KNOT_SPREAD = 0.18
/** A coin's own knots lie apart by so many of its daily volatilities. */
const OWN_KNOT_DAYS = 8
/** Makes wild days follow wild days about as often as recorded ones do. */
const UNEVENNESS = 0.65

export class CoinFactors {
  readonly draws: MarketDraws
  readonly market: Factor
  readonly #own = new Map<string, Factor>()
  /** What is added to the logarithm of a coin's price, by symbol. */
  readonly #anchors = new Map<string, number>()

  constructor(draws: MarketDraws) {
    this.draws = draws
    this.market = new Factor(draws.of("market"), {
      volatility: MARKET_VOLATILITY,
      knotSpread: MARKET_KNOT_SPREAD,
      unevenness: UNEVENNESS,
    })
  }

  own({ symbol, ownVolatility }: Coin): Factor {
    let factor = this.#own.get(symbol)
    if (!factor) {
      const options = {
        volatility: ownVolatility,
        knotSpread: OWN_KNOT_DAYS * ownVolatility,
        unevenness: UNEVENNESS,
      }
      factor = new Factor(this.draws.of(`coin/${symbol}`), options, this.market)
      this.#own.set(symbol, factor)
    }
    return factor
  }

  /** Around which logarithm of a price in USDT a coin lives. */
  level(coin: Coin): number {
    return Math.log(coin.price) + (this.#anchors.get(coin.symbol) ?? 0)
  }

  /** Moves a coin's whole path, so that its logarithm is higher by `by`. Before any of its days was looked at. */
  anchor(coin: Coin, by: number): void {
    this.#anchors.set(coin.symbol, by)
  }

  /** Logarithm of a coin's price in USDT at the start of a day. */
  logPrice(coin: Coin, day: number): number {
    return this.level(coin) + coin.beta * this.market.at(day) + this.own(coin).at(day)
  }

  /** Variance of an ordinary day of base over quote. */
  ordinaryVariance(base: Coin, quote?: Coin): number {
    const beta = base.beta - (quote?.beta ?? 0)
    return (beta * MARKET_VOLATILITY) ** 2 + base.ownVolatility ** 2 + (quote?.ownVolatility ?? 0) ** 2
  }

  /** Variance of a day of base over quote. */
  variance(day: number, base: Coin, quote?: Coin): number {
    const beta = base.beta - (quote?.beta ?? 0)
    const against = quote ? this.own(quote).variance(day) : 0
    return beta ** 2 * this.market.variance(day) + this.own(base).variance(day) + against
  }

  /** Draws of a market's own: its wicks, lots and seconds. */
  drawsOf(market: string): Draws {
    return this.draws.of(`path/${market}`)
  }
}
