/** The newest ticks of an index, numbered without a gap, also across restarts. */

import { formatAmount } from "#core/money/steps.ts"
import type { TimeMs } from "#core/money/units.ts"
import type { IndexEvent } from "#server/engine/event.ts"
import { Ring } from "./ring.ts"

export type IndexRow = [seq: number, time: TimeMs, price: string]

const TICKS_KEPT = 500
/** Fewest decimals an index price is written with. */
const DECIMALS = 2

/** An index price, 1e-8, as it is published. */
export const indexText = (price: bigint): string => formatAmount(price, DECIMALS)

/** An index tick has no quantity; one lot tells a bucket with a tick from an empty one, and is never shown. */
export const TICK_QUANTITY = 1

/** An index price in 1e-8 as the instrument shows it: rounded half up to its tick, never below one. */
export const indexInTicks = (price8: bigint, tick: bigint): number =>
  Math.max(1, Number((price8 + tick / 2n) / tick))

export class IndexTicks {
  readonly #rows = new Ring<IndexRow>(TICKS_KEPT)
  /** How many ticks were told before the first that the engine counts. */
  readonly before: number

  constructor(before: number) {
    this.before = before
  }

  add(event: IndexEvent): IndexRow {
    const row: IndexRow = [this.before + event.seq, event.time, indexText(event.price)]
    this.#rows.push(row)
    return row
  }

  /** Oldest first. */
  newest(limit: number): IndexRow[] {
    return this.#rows.newest(limit).reverse()
  }
}
