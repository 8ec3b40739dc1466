/** The volume profile of a range of bars: how much was traded in each row of prices, where most, and where most of it all. */

import type { Bar } from "./bars.model.ts"

interface ProfileRow {
  /** Lower edge of the row. */
  price: number
  /** Volume of bars that rose, and of those that fell. */
  up: number
  down: number
  isInValueArea: boolean
}

export interface VolumeProfile {
  rows: readonly ProfileRow[]
  /** Height of a row in price. */
  step: number
  /** Volume of the fullest row. */
  most: number
  /** Middle of the fullest row (point of control). */
  control: number
  /** Edges of the value area. */
  valueHigh: number
  valueLow: number
}

/**
 * A bar's volume is spread evenly over its range. The value area grows from the fullest row by the fuller of its two
 * neighbours until it holds `sharePercent` of all volume; of two alike the upper one. Undefined without volume.
 */
export function volumeProfile(
  bars: readonly Bar[],
  rowCount: number,
  sharePercent: number,
): VolumeProfile | undefined {
  let low = Number.POSITIVE_INFINITY
  let high = Number.NEGATIVE_INFINITY
  let total = 0
  for (const bar of bars) {
    if (bar.volume <= 0) continue
    low = Math.min(low, bar.low)
    high = Math.max(high, bar.high)
    total += bar.volume
  }
  if (total <= 0) return undefined
  // All at one price: one row.
  const count = high > low ? rowCount : 1
  const step = high > low ? (high - low) / count : 1
  const up = new Float64Array(count)
  const down = new Float64Array(count)
  for (const bar of bars) spread(bar, bar.close >= bar.open ? up : down, low, step)
  const volumes = up.map((volume, row) => volume + (down[row] ?? 0))
  const area = valueArea(volumes, (total * sharePercent) / 100)
  return {
    rows: Array.from(volumes, (_, row) => ({
      price: low + row * step,
      up: up[row] ?? 0,
      down: down[row] ?? 0,
      isInValueArea: row >= area.from && row <= area.to,
    })),
    step,
    most: volumes[area.fullest] ?? 0,
    control: high > low ? low + (area.fullest + 0.5) * step : low,
    valueHigh: high > low ? low + (area.to + 1) * step : high,
    valueLow: low + area.from * step,
  }
}

function spread({ low, high, volume }: Bar, into: Float64Array, bottom: number, step: number): void {
  if (volume <= 0) return
  const last = into.length - 1
  const rowOf = (price: number) => Math.min(last, Math.max(0, Math.floor((price - bottom) / step)))
  const [from, to] = [rowOf(low), rowOf(high)]
  if (from === to) {
    into[from] = (into[from] ?? 0) + volume
    return
  }
  for (let row = from; row <= to; row += 1) {
    const floor = bottom + row * step
    const part = Math.max(0, Math.min(high, floor + step) - Math.max(low, floor))
    into[row] = (into[row] ?? 0) + (volume * part) / (high - low)
  }
}

function valueArea(volumes: Float64Array, wanted: number): { fullest: number; from: number; to: number } {
  let fullest = 0
  for (let row = 1; row < volumes.length; row += 1)
    if ((volumes[row] ?? 0) > (volumes[fullest] ?? 0)) fullest = row
  let [from, to] = [fullest, fullest]
  let held = volumes[fullest] ?? 0
  // What is lost by adding fractions mustn't ask for one row more.
  while (held < wanted * (1 - 1e-9) && (from > 0 || to < volumes.length - 1)) {
    const above = to < volumes.length - 1 ? (volumes[to + 1] ?? 0) : -1
    const below = from > 0 ? (volumes[from - 1] ?? 0) : -1
    if (above >= below) to += 1
    else from -= 1
    held += Math.max(above, below)
  }
  return { fullest, from, to }
}
