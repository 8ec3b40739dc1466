/** VWAP and its bands by hand, since each of their anchors, and nothing of a session that began before the first bar. */

import { describe, expect, test } from "vitest"
import type { Interval } from "#core/candle/interval.ts"
import { AnchoredVwap } from "./anchored-vwap.ts"

const MINUTE = 60_000
const DAY = 86_400_000
const at = (text: string) => Date.parse(`${text}T00:00:00Z`)
const bar = (time: number, close: number, volume: number) => ({
  ...{ time, open: close, high: close + 2, low: close - 2, close, volume },
  ...{ closed: true, generated: false },
})
const of = (lengths: readonly number[], interval: Interval = "1m") => new AnchoredVwap(lengths, interval)
const NONE = [null, null, null, null]

describe("VWAP", () => {
  test("weighs typical prices by volume, begins anew with the day, and not in the middle of one", () => {
    const whole = of([])
    expect(whole.put(bar(DAY, 10, 1), false)).toEqual([10, ...NONE])
    expect(whole.put(bar(DAY + MINUTE, 20, 3), false)).toEqual([17.5, ...NONE])
    expect(whole.put(bar(DAY + MINUTE, 20, 1), true)).toEqual([15, ...NONE])
    expect(whole.put(bar(2 * DAY, 50, 2), false)).toEqual([50, ...NONE])
    const cut = of([])
    expect(cut.put(bar(DAY + MINUTE, 10, 1), false)).toEqual([null, ...NONE])
    expect(cut.put(bar(DAY + 2 * MINUTE, 10, 1), false)).toEqual([null, ...NONE])
    expect(cut.put(bar(2 * DAY, 50, 0), false)).toEqual([null, ...NONE])
    expect(cut.put(bar(2 * DAY, 50, 2), true)).toEqual([50, ...NONE])
  })

  test("has bands so many deviations away, weighed by volume", () => {
    const banded = of([0, 1, 2.5])
    expect(banded.put(bar(DAY, 10, 1), false)).toEqual([10, 10, 10, 10, 10])
    // (1 · 7.5² + 3 · 2.5²) / 4 = 18.75.
    const sigma = Math.sqrt(18.75)
    const [vwap, ...bands] = banded.put(bar(DAY + MINUTE, 20, 3), false)
    expect(vwap).toBe(17.5)
    for (const [place, expected] of [sigma, -sigma, 2.5 * sigma, -2.5 * sigma].entries())
      expect(bands[place]).toBeCloseTo(17.5 + expected, 9)
    // The live bar again, with less volume: (1 · 5² + 1 · 5²) / 2 = 25.
    expect(banded.put(bar(DAY + MINUTE, 20, 1), true)).toEqual([15, 20, 10, 27.5, 2.5])
  })

  test("of a price like bitcoin's keeps its digits over a day of small moves", () => {
    const banded = of([0, 1, 0])
    let last: readonly (number | null)[] = []
    for (let minute = 0; minute < 1440; minute += 1)
      last = banded.put(bar(DAY + minute * MINUTE, 73_958 + (minute % 2 ? 0.01 : -0.01), 1e6), false)
    expect(last[0]).toBeCloseTo(73_958, 6)
    expect((last[1] ?? 0) - (last[0] ?? 0)).toBeCloseTo(0.01, 6)
  })

  test.each([
    // Monday 9 March 2026, Tuesday, and the first of April, a Wednesday; the first bar begins all three.
    [1, "15m", [10, 20, 30]],
    [2, "15m", [10, 15, 30]],
    [3, "15m", [null, null, 30]],
    // No longer than a bar: as a day's bars have it, by the month.
    [1, "1D", [null, null, 30]],
  ] as const)("anchored by choice %i at %s is %j", (anchor, interval, expected) => {
    const stream = of([anchor, 0, 0], interval)
    const days = ["2026-03-09", "2026-03-10", "2026-04-01"]
    expect(days.map((day, place) => stream.put(bar(at(day), (place + 1) * 10, 1), false)[0])).toEqual(
      expected,
    )
  })
})
