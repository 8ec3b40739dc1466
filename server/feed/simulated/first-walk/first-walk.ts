/**
 * The walk that Saker had first, keyed by a number of 32 bits. Only the past of data folders that began with it is
 * computed by it: whoever knows the number knows its future, and its prices return to their mean too often.
 */

import type { Coin } from "../coins.ts"
import type { PathLife, Walk } from "../walk.ts"
import { FairPath } from "./fair-path.ts"
import { CoinWalks, PairWalk } from "./pair-walk.ts"

export class FirstWalk implements Walk<FairPath> {
  readonly #walks: CoinWalks

  constructor(seed: string) {
    this.#walks = new CoinWalks(seed)
  }

  coin(base: Coin, life: PathLife, multiple = 1): FairPath {
    return new FairPath({ pair: new PairWalk(this.#walks, { base, multiple }), ...life })
  }

  cross(base: Coin, quote: Coin, life: PathLife, coins: { base: FairPath; quote: FairPath }): FairPath {
    return new FairPath({ pair: new PairWalk(this.#walks, { base, quote }), ...life, coins })
  }

  perpetual(coin: Coin, life: PathLife, multiple: number): FairPath {
    const pair = new PairWalk(this.#walks, { base: coin, multiple, hasBasis: true })
    return new FairPath({ pair, ...life })
  }
}
