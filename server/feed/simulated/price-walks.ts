/**
 * How far an operator has walked the fair prices of the simulated market away from their own path: for tests and
 * demonstrations, where a setting allows it. Kept in memory: a restart ends them all.
 */

import type { TimeMs } from "#core/money/units.ts"

/** Where a walk leads, from wherever the price is by then. */
export interface PriceWalk {
  /** Of the price on its own path: 0.8 is 20 % below, 1 walks back to it. */
  factor: number
  /** How long it takes. */
  ms: number
}

/** From one distance to another, as natural logarithms. */
interface Leg {
  from: number
  to: number
  begins: TimeMs
  ends: TimeMs
}

export class PriceWalks {
  readonly #legs = new Map<string, Leg>()

  /** `index`: which coin's, as its index is named. */
  begin(index: string, { factor, ms }: PriceWalk, now: TimeMs): void {
    this.#legs.set(index, {
      from: this.logShift(index, now),
      to: Math.log(factor),
      begins: now,
      ends: now + ms,
    })
  }

  /** What is added to the logarithm of the fair price; 0 where nobody has walked it. */
  logShift(index: string, now: TimeMs): number {
    const leg = this.#legs.get(index)
    if (!leg) return 0
    const share = Math.min(1, Math.max(0, (now - leg.begins) / (leg.ends - leg.begins)))
    return leg.from + (leg.to - leg.from) * share
  }
}
