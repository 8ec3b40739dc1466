/** Mark price of a perpetual (P2): the median of three prices, kept within a band around the index. */

import { divideNearest } from "../money/rounding.ts"
import type { Price8, TimeMs } from "../money/units.ts"
import { UNITS_PER_COIN } from "../money/units.ts"

/** One-second samples whose mean gives P2. */
const BASIS_SAMPLES_MAX = 30

export interface MarkInputs {
  index: Price8
  /** Last trade; without one the index counts. */
  last: Price8 | undefined
  basis: BasisMean
  /** Last settled funding rate in 1e-8, 0 before the first. */
  fundingRate: bigint
  /** Milliseconds until the next funding, and between two of them. */
  untilFunding: TimeMs
  fundingInterval: TimeMs
  /** How far the mark may lie from the index, a rate in 1e-8. */
  markBand: bigint
}

/** Mean of the basis as a fraction: `sum / (2 × count)`, in 1e-8 of the quote. */
export interface BasisMean {
  sum: bigint
  count: number
}

/**
 * P2: `median(P1, P2, last)` within `index × (1 ± markBand)`, to the nearest 1e-8.
 * `P1 = index × (1 + F_last × (nextFunding − now) / interval)`, `P2 = index + mean basis`.
 */
export function markPrice(inputs: MarkInputs): Price8 {
  const { index, basis, markBand } = inputs
  const interval = BigInt(inputs.fundingInterval)
  const scale = UNITS_PER_COIN * interval
  const price1 = divideNearest(index * (scale + inputs.fundingRate * BigInt(inputs.untilFunding)), scale)
  const samples = BigInt(2 * basis.count)
  const price2 = samples === 0n ? index : divideNearest(index * samples + basis.sum, samples)
  const middle = medianOfThree(price1, price2, inputs.last ?? index)
  const most = divideNearest(index * (UNITS_PER_COIN + markBand), UNITS_PER_COIN)
  const least = divideNearest(index * (UNITS_PER_COIN - markBand), UNITS_PER_COIN)
  return (middle > most ? most : middle < least ? least : middle) as Price8
}

/** The last 30 samples of `(bid1 + ask1) / 2 − index`; kept doubled, so that the half stays whole. */
export class BasisSamples {
  readonly #doubled: bigint[] = []
  #sum = 0n

  /** Best bid and ask in 1e-8 of the quote. */
  add(bid: bigint, ask: bigint, index: Price8): void {
    const doubled = bid + ask - 2n * index
    this.#doubled.push(doubled)
    this.#sum += doubled
    if (this.#doubled.length > BASIS_SAMPLES_MAX) this.#sum -= this.#doubled.shift() ?? 0n
  }

  mean(): BasisMean {
    return { sum: this.#sum, count: this.#doubled.length }
  }

  /** The samples, doubled, oldest first; {@link restore} takes them back. */
  save(): bigint[] {
    return [...this.#doubled]
  }

  restore(doubled: readonly bigint[]): void {
    this.#doubled.splice(0, this.#doubled.length, ...doubled)
    this.#sum = doubled.reduce((sum, sample) => sum + sample, 0n)
  }
}

function medianOfThree(a: bigint, b: bigint, c: bigint): bigint {
  if (a > b) return medianOfThree(b, a, c)
  if (c <= a) return a
  return c >= b ? b : c
}
