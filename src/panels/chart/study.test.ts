/** Do streamed indicators say what their formulas say, also when the live bar is replaced again and again? */

import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { USUAL_SETUP } from "../../stores/chart-setup.ts"
import type { Bar } from "./bars.model.ts"
import { type LineKind, studyStream } from "./study-stream.model.ts"
import { StudyValues } from "./study-values.model.ts"

const KINDS: readonly LineKind[] = ["ma", "ema", "boll", "macd", "rsi", "kdj"]

const barsOf = (closes: readonly number[]): Bar[] =>
  closes.map((close, at) => ({
    time: at * 60_000,
    open: close,
    high: close + 1,
    low: close - 1,
    close,
    volume: 1,
    closed: true,
    generated: false,
  }))
const last = (kind: LineKind, lengths: readonly number[], closes: readonly number[]) => {
  const stream = studyStream(kind, lengths)
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
          const streamed = new StudyValues(kind, lengths)
          const closes: number[] = []
          for (const [at, closesOfBar] of versions.entries()) {
            for (const close of closesOfBar) {
              closes[at] = close
              streamed.apply(barsOf(closes), at)
            }
          }
          const whole = new StudyValues(kind, lengths)
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
    const values = new StudyValues(kind, lengths)
    values.apply(all.slice(100), 0)
    expect(values.apply(all.slice(100), 199)).toBe(199)
    expect(values.apply(all, 0)).toBe(0)
    expect(values.points).toHaveLength(300)
  })
})
