/** Open second contracts of one index: in the order in which they end (T4), and what they may win (O5). */

import { type Amount, addAmounts, NO_AMOUNT, type TimeMs } from "#core/money/units.ts"
import type { Direction } from "#core/second/second-contract.ts"
import { endsBefore, type OpenContract } from "./open-contract.ts"

export class IndexContracts {
  readonly index: string
  /** When the timer that refunds by silence looks next (O3); never later than it must. Undefined: there is none. */
  refundTimer: TimeMs | undefined
  /** The one that ends next stands last: taken out at once, put in near its place. */
  readonly #open: OpenContract[] = []
  readonly #profits: Record<Direction, Amount> = { bullish: NO_AMOUNT, bearish: NO_AMOUNT }

  constructor(index: string) {
    this.index = index
  }

  get size(): number {
    return this.#open.length
  }

  /** What the house owes if all contracts of this direction win, 1e-8 of the quote. */
  profitsOf(direction: Direction): Amount {
    return this.#profits[direction]
  }

  /** The one that ends next. */
  next(): OpenContract | undefined {
    return this.#open.at(-1)
  }

  add(contract: OpenContract): void {
    const { terms } = contract
    let low = 0
    let high = this.#open.length
    while (low < high) {
      const middle = (low + high) >>> 1
      const other = this.#open[middle]
      if (other !== undefined && endsBefore(terms, other.terms)) low = middle + 1
      else high = middle
    }
    this.#open.splice(low, 0, contract)
    this.#profits[terms.direction] = addAmounts(this.#profits[terms.direction], terms.profit)
  }

  /** Takes out {@link next}: from then on it is open no more. */
  take(): OpenContract | undefined {
    const taken = this.#open.pop()
    if (taken === undefined) return undefined
    const { direction, profit } = taken.terms
    this.#profits[direction] = (this.#profits[direction] - profit) as Amount
    return taken
  }

  /** In the order in which they end. */
  list(): OpenContract[] {
    return this.#open.toReversed()
  }
}
