/** The footprint of a market's bars: what is known after a frame, rows joined to a height that can be read, and what stands out. Pure. */

import { bucketStart } from "#core/candle/bucket.ts"
import { FOOTPRINT_STRIDE } from "#core/candle/footprint.ts"
import type { Interval } from "#core/candle/interval.ts"
import { roundStep } from "#core/money/round-step.ts"
import type { FootprintFrame } from "#workers/market/market.api.ts"

/** So many times what stood diagonally against it was taken: an imbalance. */
const IMBALANCE = 3
/** Rows with less than this share of the bar's fullest one tell nothing by their balance. */
const IMBALANCE_LEAST_SHARE = 0.1

export interface Footprint {
  instrument: string
  interval: Interval
  /** Height of a row, in the price's own unit. */
  step: number
  /** Server epoch ms of the oldest trade that is counted. */
  since: number | null
  /** By opening time; {@link FOOTPRINT_STRIDE} numbers a row, from the highest price down. */
  bars: ReadonlyMap<number, Float64Array>
}

/** Amounts in the base currency, by what takers did. */
export interface Traded {
  bought: number
  sold: number
}

export interface PriceRow extends Traded {
  /** It holds the prices from `at` × height to below the next. */
  at: number
  /** Far more was bought than was sold one row below, or sold than was bought one row above. */
  stands: "bought" | "sold" | undefined
}

export function mergedFootprint(known: Footprint | null, frame: FootprintFrame): Footprint {
  const { instrument, interval, step, since } = frame
  const isSame = known?.instrument === instrument && known.interval === interval && !frame.isWhole
  const bars = new Map(isSame ? known.bars : [])
  for (const { time, rows } of frame.bars) bars.set(time, rows)
  const first = since === null ? Number.POSITIVE_INFINITY : bucketStart(since, interval)
  for (const time of bars.keys()) if (time < first) bars.delete(time)
  return { instrument, interval, step, since, bars }
}

/** How many rows make one of at least `leastPx`: 1, 2 or 5 × 10ⁿ. `rowPx`: height of one. */
export const joinedCount = (rowPx: number, leastPx: number): number =>
  rowPx > 0 ? roundStep(leastPx / rowPx) : 1

/** A bar's rows, `count` of them made one, from the highest price down; without those in which nothing was traded. */
export function joinedRows(rows: Float64Array, count: number): PriceRow[] {
  const joined: PriceRow[] = []
  for (let from = 0; from < rows.length; from += FOOTPRINT_STRIDE) {
    const at = Math.floor((rows[from] ?? 0) / count)
    let row = joined.at(-1)
    if (row?.at !== at) {
      row = { at, bought: 0, sold: 0, stands: undefined }
      joined.push(row)
    }
    row.bought += rows[from + 1] ?? 0
    row.sold += rows[from + 2] ?? 0
  }
  const least = IMBALANCE_LEAST_SHARE * Math.max(0, ...joined.map(amountOf))
  joined.forEach((row, index) => {
    const [above, below] = [joined[index - 1], joined[index + 1]]
    const soldBelow = below?.at === row.at - 1 ? below.sold : 0
    const boughtAbove = above?.at === row.at + 1 ? above.bought : 0
    // What has nobody against it at the edge of a bar is its edge, and no imbalance.
    const isBought = row.bought >= least && soldBelow > 0 && row.bought >= IMBALANCE * soldBelow
    const isSold = row.sold >= least && boughtAbove > 0 && row.sold >= IMBALANCE * boughtAbove
    if (isBought !== isSold) row.stands = isBought ? "bought" : "sold"
  })
  return joined
}

export const amountOf = ({ bought, sold }: Traded): number => bought + sold

export function sumOfRows(rows: readonly Traded[]): Traded {
  const sum = { bought: 0, sold: 0 }
  for (const { bought, sold } of rows) {
    sum.bought += bought
    sum.sold += sold
  }
  return sum
}

/** The row in which most was traded (point of control): of several alike the highest. Undefined without any. */
export function fullestRow(rows: readonly PriceRow[]): PriceRow | undefined {
  let fullest = rows[0]
  for (const row of rows) if (fullest && amountOf(row) > amountOf(fullest)) fullest = row
  return fullest
}
