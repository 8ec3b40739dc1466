/** The liquidity of a book over time: its sizes summed up in buckets of price, averaged in columns of time; bounded. */

import { roundStep } from "../money/round-step.ts"
import type { BookSide, LevelBook } from "./level-book.ts"

/** One column is the mean of the samples in so long. */
export const HEAT_COLUMN_MS = 10_000
/** Buckets of a column, half of them on each side of the middle. */
export const HEAT_BUCKETS = 96
/** Four hours; with {@link HEAT_BUCKETS} numbers of four bytes each, some 560 kB of a market. */
export const HEAT_COLUMNS_MAX = 1440
/** Least width of a bucket, as a share of the price. */
const BUCKET_SHARE = 0.0002

export interface HeatColumn {
  /** Epoch ms at which it begins, a whole multiple of {@link HEAT_COLUMN_MS}. */
  time: number
  /** The first bucket: it holds prices from `first` × step on, the next ones follow. */
  first: number
  /** Mean size in each bucket, in lots. A bucket that the book didn't reach is 0. */
  sizes: Float32Array
  /** How many samples it is the mean of. */
  samples: number
}

/**
 * Width of a bucket in ticks: 1, 2 or 5 × 10ⁿ, at least a fiftieth of a per cent of the price.
 * @example heatStep(672_810) // 200: of 672,810 ticks 0.02 % are 135
 */
export const heatStep = (middle: number): number => roundStep(middle * BUCKET_SHARE)

/** Keeps the newest columns of one market's book. */
export class BookHeat {
  readonly columns: HeatColumn[] = []
  /** Of a bucket, in ticks; 0 before the first sample. It stays: columns of other widths couldn't stand side by side. */
  step = 0

  /** Takes the book as it stands; false: it has no middle, so nothing was taken. `time`: epoch ms, never falling. */
  sample(book: LevelBook, time: number): boolean {
    const [bid, ask] = [book.best("bid"), book.best("ask")]
    if (bid === undefined || ask === undefined) return false
    const middle = (bid + ask) / 2
    if (this.step === 0) this.step = heatStep(middle)
    const start = Math.floor(time / HEAT_COLUMN_MS) * HEAT_COLUMN_MS
    let column = this.columns.at(-1)
    if (column?.time !== start) {
      column = {
        time: start,
        first: Math.max(0, Math.floor(middle / this.step) - HEAT_BUCKETS / 2),
        sizes: new Float32Array(HEAT_BUCKETS),
        samples: 0,
      }
      this.columns.push(column)
      if (this.columns.length > HEAT_COLUMNS_MAX) this.columns.shift()
    }
    // The mean so far counts as many times as it has samples.
    const { samples, sizes } = column
    for (let at = 0; at < HEAT_BUCKETS; at += 1) sizes[at] = ((sizes[at] ?? 0) * samples) / (samples + 1)
    for (const side of ["bid", "ask"] as const) this.#add(book, side, column)
    column.samples = samples + 1
    return true
  }

  #add(book: LevelBook, side: BookSide, { first, sizes, samples }: HeatColumn): void {
    const levels = book.size(side)
    for (let rank = 0; rank < levels; rank += 1) {
      const at = Math.floor((book.priceAt(side, rank) ?? 0) / this.step) - first
      // Best first: once a side has left the column it doesn't come back.
      if (side === "bid" ? at < 0 : at >= HEAT_BUCKETS) return
      if (at >= 0 && at < HEAT_BUCKETS)
        sizes[at] = (sizes[at] ?? 0) + book.totalAt(side, rank) / (samples + 1)
    }
  }
}
