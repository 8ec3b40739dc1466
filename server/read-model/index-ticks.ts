/** Which ticks did an index have? The newest, numbered without a gap, also over a restart. */

import { formatAmount } from "#core/money/steps.ts"
import type { TimeMs } from "#core/money/units.ts"
import type { IndexEvent } from "#server/engine/event.ts"
import { Ring } from "./ring.ts"

export type IndexRow = [seq: number, time: TimeMs, price: string]

const TICKS_KEPT = 500
/** Fewest decimals an index price is written with. */
const DECIMALS = 2

/** An index tick has no quantity; one lot tells a bucket with a tick from an empty one, and is never shown. */
export const TICK_QUANTITY = 1

/** An index price in 1e-8 as the instrument shows it: rounded half up to its tick, never below one. */
export const indexInTicks = (price8: bigint, tick: bigint): number =>
  Math.max(1, Number((price8 + tick / 2n) / tick))

export class IndexTicks {
  readonly #rows = new Ring<IndexRow>(TICKS_KEPT)
  /** The engine numbers from 1 at each start; ours go on behind the last run's. */
  readonly #before: number
  #last: number

  constructor(before: number) {
    this.#before = before
    this.#last = before
  }

  /** The number last given. */
  get last(): number {
    return this.#last
  }

  add(event: IndexEvent): IndexRow {
    this.#last = this.#before + event.seq
    const row: IndexRow = [this.#last, event.time, formatAmount(event.price, DECIMALS)]
    this.#rows.push(row)
    return row
  }

  /** Oldest first. */
  newest(limit: number): IndexRow[] {
    return this.#rows.newest(limit).reverse()
  }
}
