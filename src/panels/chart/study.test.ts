/** Do streamed indicators say what their formulas say, also when the live bar is replaced again and again? */

import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { USUAL_SETUP } from "../../stores/chart-setup.ts"
import type { Bar } from "./bars.model.ts"
import { type LineKind, studyStream } from "./study-stream.model.ts"
import { StudyValues } from "./study-values.model.ts"

const KINDS: readonly LineKind[] = [
  "ma",
  "ema",
  "boll",
  "macd",
  "rsi",
  "kdj",
  "vwap",
  "supertrend",
  "ichimoku",
  "atr",
  "stochRsi",
  "obv",
]
const CONTEXT = { interval: "1m", pivots: new Map() } as const

const barsOf = (closes: readonly number[]): Bar[] =>
  closes.map((close, at) => ({
    time: at * 60_000,
    open: close,
    high: close + 1,
    low: close - 1,
    close,
    volume: 1 + (close % 5),
    closed: true,
    generated: false,
  }))
const bar = (of: Partial<Bar> & { close: number }): Bar => ({
  time: 0,
  open: of.close,
  high: of.close,
  low: of.close,
  volume: 1,
  closed: true,
  generated: false,
  ...of,
})
const last = (kind: LineKind, lengths: readonly number[], closes: readonly number[]) => {
  const stream = studyStream(kind, lengths, CONTEXT)
  return barsOf(closes)
    .map((bar) => stream.put(bar, false))
    .at(-1)
}

describe("by their formulas", () => {
  test("MA is the mean of the closes, and a line of length 0 is none", () => {
    expect(last("ma", [2, 0, 4], [1, 2, 3, 4])).toEqual([3.5, null, 2.5])
  })
  test("EMA weighs by 2 / (n + 1), and says nothing before n bars", () => {
    expect(last("ema", [3, 4, 9], [10, 20, 30])).toEqual([22.5, null, null])
  })
  test("BOLL is the mean, and so many deviations around it", () => {
    expect(last("boll", [4, 2], [2, 4, 4, 6])).toEqual([4 + 2 * Math.SQRT2, 4, 4 - 2 * Math.SQRT2])
  })
  test("MACD's histogram is what lies between its two lines", () => {
    const [dif = 0, dea = 0, bar = 0] = last("macd", [3, 6, 2], [1, 2, 4, 7, 11, 16, 22, 20]) ?? []
    expect((dif ?? 0) - (dea ?? 0)).toBeCloseTo(bar ?? 0, 12)
    expect(dif).toBeGreaterThan(0)
  })
  test("RSI is 100 while nothing falls, and 50 when rises and falls are alike", () => {
    expect(last("rsi", [3], [1, 2, 3, 4, 5])).toEqual([100])
    expect(last("rsi", [2], [1, 2, 1])?.[0]).toBeCloseTo(50, 9)
  })
  test("OBV adds the volume of a rise and takes away that of a fall: the ten days that are told everywhere", () => {
    const days = [
      [10, 25_200, 0],
      [10.15, 30_000, 30_000],
      [10.17, 25_600, 55_600],
      [10.13, 32_000, 23_600],
      [10.11, 23_000, 600],
      [10.15, 40_000, 40_600],
      [10.2, 36_000, 76_600],
      [10.2, 20_500, 76_600],
      [10.22, 23_000, 99_600],
      [10.21, 27_500, 72_100],
    ] as const
    const stream = studyStream("obv", [0], CONTEXT)
    for (const [close, volume, expected] of days)
      expect(stream.put(bar({ close, volume }), false)).toEqual([expected, null])
    // Of three days: (0 + 30,000 + 55,600) / 3, then (30,000 + 55,600 + 23,600) / 3.
    const smoothed = studyStream("obv", [3], CONTEXT)
    const points = days.map(([close, volume]) => smoothed.put(bar({ close, volume }), false)[1])
    expect(points.slice(0, 4)).toEqual([null, null, 85_600 / 3, 109_200 / 3])
  })
  test("ATR is the mean of the first true ranges, then Wilder's: a gap counts", () => {
    const stream = studyStream("atr", [3], CONTEXT)
    const rows = [
      [10, 8, 9, null],
      [12, 9, 11, null],
      // 4 from the high of this bar or the close before to its low.
      [11, 7, 8, 3],
      [10, 6, 7, 10 / 3],
    ] as const
    for (const [high, low, close, expected] of rows) {
      const [value = null] = stream.put(bar({ high, low, close }), false)
      if (expected === null) expect(value).toBeNull()
      else expect(value).toBeCloseTo(expected, 12)
    }
  })
  test("Supertrend is the upper band until a close breaks it, then the lower one", () => {
    const stream = studyStream("supertrend", [2, 1], CONTEXT)
    expect(stream.put(bar({ high: 10, low: 8, close: 9 }), false)).toEqual([null, null])
    // ATR 2 around 10: 12 above.
    expect(stream.put(bar({ high: 11, low: 9, close: 10 }), false)).toEqual([null, 12])
    // True range 6, ATR 4 around 14: 10 below, and 15 is above the 12 that held.
    expect(stream.put(bar({ high: 16, low: 12, close: 15 }), false)).toEqual([10, null])
  })
  test("Ichimoku's lines are middles of ranges", () => {
    const stream = studyStream("ichimoku", [1, 2, 3, 2], CONTEXT)
    stream.put(bar({ high: 10, low: 4, close: 8 }), false)
    stream.put(bar({ high: 12, low: 8, close: 9 }), false)
    // Of one bar 12, of two 11, of three (16 + 4) / 2 = 10.
    expect(stream.put(bar({ high: 14, low: 10, close: 13 }), false)).toEqual([12, 11, 11.5, 9, 13])
  })
  test("stochastic RSI is 100 at the top of RSI's own range, 0 at its bottom, 50 where it stood still", () => {
    const ends = (closes: readonly number[]) => last("stochRsi", [2, 2, 1, 1], closes)
    expect(ends([10, 9, 10, 12])).toEqual([100, 100])
    expect(ends([10, 12, 11, 8])).toEqual([0, 0])
    expect(ends([1, 2, 3, 4])).toEqual([50, 50])
    // RSI 0 is a value as any other.
    expect(ends([4, 3, 2, 1])).toEqual([50, 50])
  })
  test("KDJ starts from 50 and follows the place of the close in the range", () => {
    // Range 0 … 4, close 3: RSV 75, K = 50 + 25/3, D = 50 + 25/9.
    const [k = 0, d = 0, j = 0] = last("kdj", [3, 3, 3], [1, 2, 3]) ?? []
    expect([k, d]).toEqual([50 + 25 / 3, 50 + 25 / 9])
    expect(j).toBeCloseTo(3 * (k ?? 0) - 2 * (d ?? 0), 12)
  })
})

describe.each(KINDS)("%s", (kind) => {
  const { lengths } = USUAL_SETUP.studies[kind]

  test("with a live bar that was replaced many times is as if read at once", () => {
    const price = fc.integer({ min: 50, max: 150 })
    fc.assert(
      fc.property(
        fc.array(fc.array(price, { minLength: 1, maxLength: 4 }), { maxLength: 140 }),
        (versions) => {
          const streamed = new StudyValues(kind, lengths, CONTEXT)
          const closes: number[] = []
          for (const [at, closesOfBar] of versions.entries()) {
            for (const close of closesOfBar) {
              closes[at] = close
              streamed.apply(barsOf(closes), at)
            }
          }
          const whole = new StudyValues(kind, lengths, CONTEXT)
          whole.apply(barsOf(closes), 0)
          expect(streamed.points.length).toBe(whole.points.length)
          for (const [at, point] of whole.points.entries())
            for (const [line, value] of point.entries()) {
              const other = streamed.points[at]?.[line]
              if (value === null) expect(other).toBeNull()
              else expect(other).toBeCloseTo(value, 6)
            }
        },
      ),
      { numRuns: 15 },
    )
  })

  test("reads everything anew when older bars come in front, and only the end otherwise", () => {
    const all = barsOf(Array.from({ length: 300 }, (_, at) => 100 + ((at * 37) % 23)))
    const values = new StudyValues(kind, lengths, CONTEXT)
    values.apply(all.slice(100), 0)
    expect(values.apply(all.slice(100), 199)).toBe(199)
    expect(values.apply(all, 0)).toBe(0)
    expect(values.points).toHaveLength(300)
  })
})
