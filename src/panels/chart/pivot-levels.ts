/** Pivots: levels of a period, reckoned from high, low and close of the one before, by one of three formulas. */

import type { Interval } from "#core/candle/interval.ts"
import type { Bar } from "./bars.model.ts"
import { pivotStart } from "./study-session.ts"

type Range = Pick<Bar, "high" | "low" | "close">

/**
 * P, R1, S1, R2, S2, R3, S3. P = (H + L + C) / 3; R1 = 2P − L, S1 = 2P − H; R2, S2 = P ± (H − L);
 * R3 = H + 2(P − L), S3 = L − 2(H − P). The floor traders' formula.
 * @example classicPivots({ high: 110, low: 100, close: 105 }) // [105, 110, 100, 115, 95, 120, 90]
 */
export function classicPivots({ high, low, close }: Range): readonly number[] {
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

const FIBONACCI = [0.382, 0.618, 1] as const

/**
 * P, R1, S1, R2, S2, R3, S3. P = (H + L + C) / 3; R, S = P ± 0.382, 0.618 and 1.000 of H − L, as charting programs have
 * Fibonacci pivots.
 * @example fibonacciPivots({ high: 110, low: 100, close: 105 }) // [105, 108.82, 101.18, 111.18, 98.82, 115, 95]
 */
export function fibonacciPivots({ high, low, close }: Range): readonly number[] {
  const pivot = (high + low + close) / 3
  return [
    pivot,
    ...FIBONACCI.flatMap((share) => [pivot + share * (high - low), pivot - share * (high - low)]),
  ]
}

const CAMARILLA = [12, 6, 4, 2] as const

/**
 * P, R1, S1 to R4, S4. P = (H + L + C) / 3; R, S = C ± 1.1(H − L) / 12, 6, 4 and 2: Nick Scott's Camarilla equation.
 * @example camarillaPivots({ high: 112, low: 100, close: 106 }) // [106, 107.1, 104.9, 108.2, 103.8, 109.3, 102.7, 112.6, 99.4]
 */
export function camarillaPivots({ high, low, close }: Range): readonly number[] {
  const reach = 1.1 * (high - low)
  return [
    (high + low + close) / 3,
    ...CAMARILLA.flatMap((part) => [close + reach / part, close - reach / part]),
  ]
}

/** In the order of the choices of `LENGTH_RULES`. */
const FORMULAS = [classicPivots, fibonacciPivots, camarillaPivots] as const

/** Levels by the start of the period in which they hold. */
export type PivotLevels = ReadonlyMap<number, readonly number[]>

/**
 * @param bars of {@link pivotInterval}, oldest first
 * @param lengths the settings: which period, and which formula
 */
export function pivotLevels(
  bars: readonly Bar[],
  interval: Interval,
  [choice, kind = 0]: readonly number[] = [],
): PivotLevels {
  const formula = FORMULAS[kind] ?? classicPivots
  const periods = new Map<number, Range>()
  for (const { time, high, low, close } of bars) {
    const start = pivotStart(time, interval, choice)
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
    if (before) levels.set(start, formula(before))
    before = range
  }
  return levels
}
