/** The walk of a data folder that began with another one: its past stays, and from a moment on the new one leads. */

import { bucketEnd, INTERVAL_MS } from "#core/candle/bucket.ts"
import { COINS, type Coin } from "./coins.ts"
import type { FirstWalk } from "./first-walk/first-walk.ts"
import type { KeyedWalk } from "./keyed-walk/keyed-walk.ts"
import type { MinutePath } from "./keyed-walk/minute-path.ts"
import { fold, type Stretch } from "./stretch.ts"
import type { DayInterval, PathLife, PricePath, Walk } from "./walk.ts"

class JoinedPath implements PricePath {
  readonly base: string
  readonly #before: PricePath
  readonly #after: MinutePath
  readonly #since: number

  /** @param since epoch ms, a whole minute */
  constructor(before: PricePath, after: MinutePath, since: number) {
    this.base = after.base
    this.#before = before
    this.#after = after
    this.#since = since
  }

  basePrice(day: number): number {
    return this.#after.basePrice(day)
  }

  stretches(interval: DayInterval, from: number, cut: number): Stretch[] {
    const since = this.#since
    if (cut <= since) return this.#before.stretches(interval, from, cut)
    if (from >= since) return this.#after.stretches(interval, from, cut)
    const found = this.#before.stretches(interval, from, since)
    const length = INTERVAL_MS[interval]
    const shared = Math.floor(since / length) * length
    const begun = found.at(-1)
    if (begun && shared < since && begun.openTime === shared) {
      const rest = this.#after.folded(since, Math.min(cut, bucketEnd(shared, interval)))
      const whole = rest && fold([begun, rest])
      if (whole) found[found.length - 1] = whole
    }
    return [...found, ...this.#after.stretches(interval, Math.ceil(since / length) * length, cut)]
  }

  second(time: number): Stretch {
    return time < this.#since ? this.#before.second(time) : this.#after.second(time)
  }

  logPrice(time: number): number {
    return time < this.#since ? this.#before.logPrice(time) : this.#after.logPrice(time)
  }
}

/** Both walks, market by market; each coin goes on from where the first walk left it. */
export class JoinedWalk implements Walk {
  readonly #before: FirstWalk
  readonly #after: KeyedWalk
  readonly #since: number
  readonly #anchored = new Set<string>()
  readonly #early = new Map<PricePath, ReturnType<FirstWalk["coin"]>>()

  /** @param since epoch ms, a whole minute */
  constructor(before: FirstWalk, after: KeyedWalk, since: number) {
    this.#before = before
    this.#after = after
    this.#since = since
    for (const coin of COINS) this.#anchor(coin)
  }

  coin(base: Coin, life: PathLife, multiple = 1): PricePath {
    this.#anchor(base)
    const before = this.#before.coin(base, life, multiple)
    const path = new JoinedPath(before, this.#after.coin(base, life, multiple), this.#since)
    this.#early.set(path, before)
    return path
  }

  cross(base: Coin, quote: Coin, life: PathLife, coins: { base: PricePath; quote: PricePath }): PricePath {
    const [first, second] = [this.#early.get(coins.base), this.#early.get(coins.quote)]
    if (!first || !second) throw new Error(`${base.symbol}/${quote.symbol}: its coins are of another walk`)
    const before = this.#before.cross(base, quote, life, { base: first, quote: second })
    return new JoinedPath(before, this.#after.cross(base, quote, life), this.#since)
  }

  perpetual(coin: Coin, life: PathLife, multiple: number): PricePath {
    this.#anchor(coin)
    const before = this.#before.perpetual(coin, life, multiple)
    return new JoinedPath(before, this.#after.perpetual(coin, life, multiple), this.#since)
  }

  #anchor(coin: Coin): void {
    if (this.#anchored.has(coin.symbol)) return
    this.#anchored.add(coin.symbol)
    const life = { lotSize: 10 ** -coin.quantityDecimals, turnover: coin.turnover * 1e6, liveliness: 1 }
    this.#after.anchor(coin, this.#since, this.#before.coin(coin, life).logPrice(this.#since))
  }
}
