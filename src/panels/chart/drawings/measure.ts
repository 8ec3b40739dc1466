/** What lies between two points: price, percent, bars and time. */

import type { Interval } from "#core/candle/interval.ts"
import type { DrawingPoint } from "#core/drawing/drawing.ts"
import { formatAmount, unitsOf } from "#core/money/steps.ts"
import { bucketsBetween } from "./drawing-scale.ts"

export interface Measured {
  /** Signed decimal text, second price less the first. */
  change: string
  /** Of the first price; undefined where that is zero. */
  share: number | undefined
  /** Signed: how many bars of the interval the second point is later. */
  bars: number
  /** Signed, ms. */
  time: number
}

/** @example measure({ time: 0, price: "100" }, { time: 3600000, price: "110" }, "15m") // change "10", share 0.1, bars 4 */
export function measure(from: DrawingPoint, to: DrawingPoint, interval: Interval): Measured {
  const [start, end] = [unitsOf(from.price), unitsOf(to.price)]
  const isLater = to.time >= from.time
  const bars = isLater
    ? bucketsBetween(from.time, to.time, interval)
    : -bucketsBetween(to.time, from.time, interval)
  return {
    change: formatAmount(end - start),
    share: start === 0n ? undefined : Number(end - start) / Number(start),
    bars,
    time: to.time - from.time,
  }
}

const UNITS = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
  ["second", 1000],
] as const

/** The two largest units of a span that aren't nothing, in the page's language. */
export function spanText(ms: number, language: string): string {
  let rest = Math.abs(ms)
  const parts: string[] = []
  for (const [unit, length] of UNITS) {
    const count = Math.floor(rest / length)
    rest -= count * length
    if (count === 0 || parts.length === 2) continue
    parts.push(new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "narrow" }).format(count))
  }
  return parts.join(" ")
}
