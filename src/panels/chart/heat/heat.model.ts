/** The liquidity of a book over time: what is known after a frame, its scale, and what stood at a price. Pure. */

import { HEAT_COLUMNS_MAX } from "#core/book/book-heat.ts"
import type { HeatColumns, HeatFrame } from "#workers/market/market.api.ts"

/** Steps of darkness; more aren't told apart behind candles. */
export const HEAT_LEVELS = 8
/** Columns whose fullest bucket is fuller are drawn as full: one wall must not bleach all else. */
const FULL_SHARE = 0.9

export interface Heat {
  instrument: string
  /** Width of a bucket, in the price's own unit. */
  step: number
  /** Rising by time. */
  columns: HeatColumns
}

export function mergedHeat(known: Heat | null, { instrument, isWhole, step, columns }: HeatFrame): Heat {
  const before = known && !isWhole && known.instrument === instrument ? known.columns : []
  const first = columns[0]?.time ?? Number.POSITIVE_INFINITY
  const kept = before.filter(({ time }) => time < first)
  return { instrument, step, columns: [...kept, ...columns].slice(-HEAT_COLUMNS_MAX) }
}

/** The size that is drawn darkest, in the base currency; 0 while nothing stood in the book. */
export function fullSize(columns: HeatColumns): number {
  const most = columns.map(({ sizes }) => sizes.reduce((top, size) => Math.max(top, size), 0))
  most.sort((one, other) => one - other)
  return most[Math.min(most.length - 1, Math.floor(most.length * FULL_SHARE))] ?? 0
}

/** 0 (nothing) to {@link HEAT_LEVELS}; by the root, so that thin levels are seen beside thick ones. */
export const levelOf = (size: number, full: number): number =>
  size <= 0 || full <= 0
    ? 0
    : Math.max(1, Math.min(HEAT_LEVELS, Math.round(Math.sqrt(size / full) * HEAT_LEVELS)))

/** Means of several columns, by number of the bucket. */
export function meanOf(columns: HeatColumns): ReadonlyMap<number, number> {
  const sums = new Map<number, number>()
  for (const { first, sizes } of columns)
    sizes.forEach((size, at) => {
      if (size > 0) sums.set(first + at, (sums.get(first + at) ?? 0) + size / columns.length)
    })
  return sums
}

/** Mean size that stood around a price from `from` until `to`, epoch ms; undefined where nothing was noted then, or not that far from the price. */
export function sizeAt(heat: Heat, span: { from: number; to: number }, price: number): number | undefined {
  const bucket = Math.floor(price / heat.step)
  const noted = heat.columns.filter(
    ({ time, first, sizes }) =>
      time >= span.from && time < span.to && bucket >= first && bucket < first + sizes.length,
  )
  return noted.length === 0 ? undefined : (meanOf(noted).get(bucket) ?? 0)
}
