/** Classic pivots: levels of a period, reckoned from high, low and close of the one before. */

import type { Interval } from "#core/candle/interval.ts"
import type { Bar } from "./bars.model.ts"
import { pivotStart } from "./study-session.ts"

type Range = Pick<Bar, "high" | "low" | "close">

/**
 * P, R1, S1, R2, S2, R3, S3. P = (H + L + C) / 3; R1 = 2P − L, S1 = 2P − H; R2, S2 = P ± (H − L);
 * R3 = H + 2(P − L), S3 = L − 2(H − P). The floor traders' formula.
 * @example pivotsOf({ high: 110, low: 100, close: 105 }) // [105, 110, 100, 115, 95, 120, 90]
 */
export function pivotsOf({ high, low, close }: Range): readonly number[] {
  const pivot = (high + low + close) / 3
  const range = high - low
  return [
    pivot,
    2 * pivot - low,
    2 * pivot - high,
    pivot + range,
    pivot - range,
    high + 2 * (pivot - low),
    low - 2 * (high - pivot),
  ]
}

/** Levels by the start of the period in which they hold. */
export type PivotLevels = ReadonlyMap<number, readonly number[]>

/** @param bars of {@link pivotInterval}, oldest first */
export function pivotLevels(bars: readonly Bar[], interval: Interval): PivotLevels {
  const periods = new Map<number, Range>()
  for (const { time, high, low, close } of bars) {
    const start = pivotStart(time, interval)
    const known = periods.get(start)
    periods.set(
      start,
      known
        ? { high: Math.max(known.high, high), low: Math.min(known.low, low), close }
        : { high, low, close },
    )
  }
  const levels = new Map<number, readonly number[]>()
  let before: Range | undefined
  for (const [start, range] of periods) {
    if (before) levels.set(start, pivotsOf(before))
    before = range
  }
  return levels
}
