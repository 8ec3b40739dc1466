/** Levels of a `depth` message in whole steps, whichever form it came in. */

import type { CompactDepth } from "#core/wire/compact-reader.ts"
import type { Listed } from "./catalogue.ts"
import { isLevelRow } from "./wire-rows.ts"

export interface DepthHead {
  seq: number
  time: number
  checksum: number
  bids: Levels
  asks: Levels
}

/** Levels as a message brings them. */
export interface Levels {
  count: number
  /** Ticks of level `at`; NaN where it is none. */
  price(at: number): number
  /** Lots of a level whose price is one. */
  total(at: number): number
}

/** Rows of a message in JSON as levels. */
export class RowLevels implements Levels {
  readonly count: number
  readonly #rows: readonly unknown[]
  readonly #listed: Listed

  constructor(rows: readonly unknown[], listed: Listed) {
    this.count = rows.length
    this.#rows = rows
    this.#listed = listed
  }

  price(at: number): number {
    const row = this.#rows[at]
    return isLevelRow(row) ? this.#listed.tick.read(row[0]) : Number.NaN
  }

  total(at: number): number {
    // Of a row that `price` has looked at: once for each is enough of hundreds of thousands a second.
    return this.#listed.lot.read((this.#rows[at] as [string, string])[1])
  }
}

/** A message in compact form as a head; one object for all of them. */
export class CompactHead implements DepthHead {
  seq = 0
  time = 0
  checksum = 0
  readonly bids: CompactLevels
  readonly asks: CompactLevels

  constructor(listed: Listed) {
    this.bids = new CompactLevels(listed)
    this.asks = new CompactLevels(listed)
  }

  of(depth: CompactDepth): DepthHead {
    this.seq = depth.seq
    this.time = depth.time
    this.checksum = depth.checksum
    this.bids.point(depth, 0, depth.bids)
    this.asks.point(depth, depth.bids, depth.asks)
    return this
  }
}

class CompactLevels implements Levels {
  count = 0
  readonly #listed: Listed
  #from = 0
  #priceScale = 0
  #totalScale = 0
  #levels: Float64Array = new Float64Array()

  constructor(listed: Listed) {
    this.#listed = listed
  }

  point({ levels, priceScale, totalScale }: CompactDepth, from: number, count: number): void {
    this.#levels = levels
    this.#from = from
    this.#priceScale = priceScale
    this.#totalScale = totalScale
    this.count = count
  }

  price(at: number): number {
    return this.#listed.tick.readDigits(this.#levels[2 * (this.#from + at)] as number, this.#priceScale)
  }

  /** A bare zero has no decimals, whatever the scale of the others. */
  total(at: number): number {
    const digits = this.#levels[2 * (this.#from + at) + 1] as number
    return digits === 0 ? 0 : this.#listed.lot.readDigits(digits, this.#totalScale)
  }
}
