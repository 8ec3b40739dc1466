/**
 * The walk of simulated prices: nobody without the market's key can know its future, and its past tells nothing of
 * it. Coins move by a market factor and factors of their own, so crosses and perpetuals agree with them at any minute.
 */

import type { Coin } from "../coins.ts"
import type { PathLife, Walk } from "../walk.ts"
import { CoinFactors } from "./coin-factors.ts"
import { MarketDraws } from "./draws.ts"
import type { MinutePath } from "./minute-path.ts"
import { PairPath } from "./pair-path.ts"
import { PerpetualPath } from "./perpetual-path.ts"

export class KeyedWalk implements Walk<MinutePath> {
  readonly #factors: CoinFactors

  /** @param key the market's secret, 32 bytes */
  constructor(key: Buffer) {
    this.#factors = new CoinFactors(new MarketDraws(key))
  }

  /** Moves a coin and all that follows it, so that its logarithm at a time is `logPrice`. Before its path is asked. */
  anchor(coin: Coin, time: number, logPrice: number): void {
    const path = new PairPath(this.#factors, { base: coin, multiple: 1 }, ANY_LIFE)
    this.#factors.anchor(coin, logPrice - path.logPrice(time))
  }

  coin(base: Coin, life: PathLife, multiple = 1): MinutePath {
    return new PairPath(this.#factors, { base, multiple }, life)
  }

  cross(base: Coin, quote: Coin, life: PathLife): MinutePath {
    return new PairPath(this.#factors, { base, quote, multiple: 1 }, life)
  }

  perpetual(coin: Coin, life: PathLife, multiple: number): MinutePath {
    const index = new PairPath(this.#factors, { base: coin, multiple }, life)
    return new PerpetualPath(index, this.#factors.drawsOf(`${coin.symbol}/perpetual`))
  }
}

/** Where only the price counts. */
const ANY_LIFE: PathLife = { lotSize: 1, turnover: 1e9, liveliness: 1 }
