/** Where on the canvas does a moment or a price lie, and the other way round? Also beyond the bars that are loaded. */

import type { ITimeScaleApi, Logical, Time } from "lightweight-charts"
import { bucketStart, INTERVAL_MS, shiftBucket } from "#core/candle/bucket.ts"
import type { Interval } from "#core/candle/interval.ts"
import type { Bar } from "../bars.model.ts"
import type { ChartCanvas } from "../chart-canvas.ts"
import { seconds } from "../chart-points.ts"

/** A place on the price pane, px from its left top. */
export interface Px {
  x: number
  y: number
}

/** What shapes are placed by. One is made for each painting: it reads the chart's places once. */
export interface DrawingScale {
  width: number
  height: number
  /** Middle of the bar that holds the moment. */
  x(timeMs: number): number
  y(price: number): number
  /** Opening time of the bar at a place; there may be none yet. */
  timeAt(x: number): number
  /** Undefined while the price scale is empty. */
  priceAt(y: number): number | undefined
  /** The bar at a place. */
  barAt(x: number): Bar | undefined
}

export function drawingScale(canvas: ChartCanvas): DrawingScale | undefined {
  const { bars, interval, scale } = canvas.places()
  const row = rowOf(scale)
  const first = bars[0]
  if (!row || !first) return undefined
  const height = canvas.paneHeight()
  const placeOf = (bar: Bar): number => scale.timeToIndex(seconds(bar.time)) ?? 0
  const firstPlace = placeOf(first)
  const logicalOf = (time: number): number => {
    const at = lastAtOrBefore(bars, time)
    const bar = bars[at]
    if (!bar) return firstPlace - bucketsBetween(time, first.time, interval)
    const place = placeOf(bar)
    const ahead = bucketsBetween(bar.time, time, interval)
    const next = bars[at + 1]
    return place + (next ? Math.min(ahead, placeOf(next) - place - 1) : ahead)
  }
  const timeAt = (x: number): number => {
    const logical = Math.round((x - row.left) / row.step)
    const last = bars.at(-1) ?? first
    const lastPlace = placeOf(last)
    if (logical >= lastPlace) return shiftBucket(last.time, interval, logical - lastPlace)
    if (logical <= firstPlace) return Math.max(0, shiftBucket(first.time, interval, logical - firstPlace))
    const known = scale.coordinateToTime(row.left + logical * row.step)
    return known === null ? first.time : Number(known) * 1000
  }
  return {
    width: canvas.paneWidth(),
    height,
    x: (time) => row.left + logicalOf(time) * row.step,
    y: (price) => canvas.priceLevel(price) ?? 0,
    timeAt,
    priceAt: (y) => canvas.priceAt(Math.min(height, Math.max(0, y))),
    barAt: (x) => {
      const time = timeAt(x)
      const bar = bars[lastAtOrBefore(bars, time)]
      return bar?.time === time ? bar : undefined
    },
  }
}

/** Where the first place lies, and how far one is from the next. */
function rowOf(scale: ITimeScaleApi<Time>): { left: number; step: number } | undefined {
  const left = scale.logicalToCoordinate(0 as Logical)
  const next = scale.logicalToCoordinate(1 as Logical)
  return left === null || next === null || next <= left ? undefined : { left, step: next - left }
}

/** Index of the newest bar that opens at `time` or before; -1: none does. */
export function lastAtOrBefore(bars: readonly { time: number }[], time: number): number {
  let low = 0
  let high = bars.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((bars[middle]?.time ?? 0) <= time) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** Whole buckets from one moment's to the later one's. Months are counted by the calendar. */
export function bucketsBetween(from: number, to: number, interval: Interval): number {
  const [start, end] = [bucketStart(from, interval), bucketStart(to, interval)]
  // A month is given as 31 days; of the shorter ones too few are found by dividing, at most one in fifty.
  const about = Math.round((end - start) / INTERVAL_MS[interval])
  let count = about
  while (shiftBucket(start, interval, count) < end) count += 1
  return count
}
