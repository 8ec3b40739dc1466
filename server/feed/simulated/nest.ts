/** The nested division of a day into spans, in which every candle interval is a whole number of spans. */

import type { Interval } from "#core/candle/interval.ts"

export interface NestLevel {
  /** Interval of the parts. */
  interval: Interval
  lengthMs: number
  /** How many of them one part of the level above holds. */
  count: number
  /** How unevenly variance falls on the parts (standard deviation of its logarithm): makes wild and calm spells. */
  roughness: number
  /** How unevenly volume falls on the parts. */
  unevenness: number
  /** On this level parts without any trade begin to appear. */
  maySleep: boolean
}

export const DAY_MS = 86_400_000
export const SECOND_MS = 1000

export const NEST: readonly NestLevel[] = [
  { interval: "4h", lengthMs: 14_400_000, count: 6, roughness: 0.45, unevenness: 0.25, maySleep: false },
  { interval: "1h", lengthMs: 3_600_000, count: 4, roughness: 0.45, unevenness: 0.25, maySleep: false },
  { interval: "30m", lengthMs: 1_800_000, count: 2, roughness: 0.4, unevenness: 0.2, maySleep: false },
  { interval: "15m", lengthMs: 900_000, count: 2, roughness: 0.4, unevenness: 0.2, maySleep: false },
  { interval: "5m", lengthMs: 300_000, count: 3, roughness: 0.4, unevenness: 0.3, maySleep: false },
  { interval: "1m", lengthMs: 60_000, count: 5, roughness: 0.4, unevenness: 0.4, maySleep: false },
  { interval: "15s", lengthMs: 15_000, count: 4, roughness: 0.35, unevenness: 0.5, maySleep: true },
  { interval: "5s", lengthMs: 5000, count: 3, roughness: 0.3, unevenness: 0.6, maySleep: true },
  { interval: "1s", lengthMs: SECOND_MS, count: 5, roughness: 0.3, unevenness: 0.8, maySleep: true },
]

/** Share of a day's movement by hour, UTC: quiet before Europe wakes, busiest in the American morning. */
const HOURS = [1, 1.02, 0.97, 0.9, 0.82, 0.78, 0.82, 0.95, 1.02, 1, 0.95, 0.95, 1.1, 1.35, 1.6, 1.55, 1.35]
  .concat([1.2, 1.1, 1.05, 1, 0.95, 0.92, 0.95])
  .map((share) => share ** 1.2)

/** Mean activity of the part that starts `startMs` into its day and is `lengthMs` long; 1 in the mean over a day. */
export function timeOfDay(startMs: number, lengthMs: number): number {
  const first = Math.floor(startMs / 3_600_000)
  const count = Math.max(1, Math.round(lengthMs / 3_600_000))
  let sum = 0
  for (let hour = first; hour < first + count; hour += 1) sum += HOURS[hour % 24] ?? 1
  return sum / count
}
