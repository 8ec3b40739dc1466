/** Pivots say what their formulas say, by the period before; each interval has its period, unless another is chosen. */

import { describe, expect, test } from "vitest"
import type { Bar } from "./bars.model.ts"
import { camarillaPivots, classicPivots, fibonacciPivots, pivotLevels } from "./pivot-levels.ts"
import { pivotInterval, pivotStart, sessionStart } from "./study-session.ts"

const at = (text: string) => Date.parse(`${text}T00:00:00Z`)
const bar = (time: number, high: number, low: number, close: number): Bar => ({
  ...{ time, open: low, high, low, close, volume: 1, closed: true, generated: false },
})

describe("pivots of a day", () => {
  const rounded = (levels: readonly number[]) => levels.map((level) => Number(level.toFixed(6)))
  test("by the floor traders", () => {
    expect(classicPivots({ high: 110, low: 100, close: 105 })).toEqual([105, 110, 100, 115, 95, 120, 90])
  })
  test("by Fibonacci: 0.382, 0.618 and all of the range of 10 around 105", () => {
    expect(rounded(fibonacciPivots({ high: 110, low: 100, close: 105 }))).toEqual([
      105, 108.82, 101.18, 111.18, 98.82, 115, 95,
    ])
  })
  test("by Camarilla: twelfths, sixths, quarters and halves of 1.1 times the range of 12 around the close", () => {
    // P = (112 + 100 + 109) / 3 = 107; 13.2 / 12 = 1.1, / 6 = 2.2, / 4 = 3.3, / 2 = 6.6.
    expect(rounded(camarillaPivots({ high: 112, low: 100, close: 109 }))).toEqual([
      107, 110.1, 107.9, 111.2, 106.8, 112.3, 105.7, 115.6, 102.4,
    ])
  })
})

describe("levels", () => {
  test("hold in the period after the one they are reckoned from, and the first has none", () => {
    const days = [bar(at("2026-03-02"), 110, 100, 105), bar(at("2026-03-03"), 220, 200, 210)]
    const levels = pivotLevels(days, "15m")
    expect([...levels.keys()]).toEqual([at("2026-03-03")])
    expect(levels.get(at("2026-03-03"))?.[0]).toBe(105)
  })
  test("are of the chosen period and by the chosen formula", () => {
    const days = [
      bar(at("2026-03-02"), 110, 100, 105),
      bar(at("2026-03-06"), 112, 102, 109),
      bar(at("2026-03-09"), 1, 1, 1),
    ]
    const levels = pivotLevels(days, "15m", [2, 2])
    expect([...levels.keys()]).toEqual([at("2026-03-09")])
    // High 112, low 100, close 109 of the week.
    expect(levels.get(at("2026-03-09"))?.at(-1)).toBeCloseTo(102.4, 9)
  })
  test("of a year come from all of its months", () => {
    const months = [
      bar(at("2025-03-01"), 90, 60, 80),
      bar(at("2025-12-01"), 80, 30, 60),
      bar(at("2026-01-01"), 1, 1, 1),
    ]
    const [pivot] = pivotLevels(months, "1W").get(at("2026-01-01")) ?? []
    expect(pivot).toBe((90 + 30 + 60) / 3)
  })
})

test.each([
  ["1m", "2026-03-11", "2026-03-11", "1D"],
  ["15m", "2026-03-11", "2026-03-11", "1D"],
  ["30m", "2026-03-11", "2026-03-09", "1W"],
  ["4h", "2026-03-11", "2026-03-09", "1W"],
  ["1D", "2026-03-01", "2026-03-01", "1M"],
  ["1M", "2026-01-01", "2026-01-01", "1M"],
] as const)(
  "at %s the session begins on %s and the pivots' period on %s, of bars of %s",
  (interval, session, period, source) => {
    const now = at("2026-03-11") + 5 * 3_600_000
    expect(sessionStart(now, interval)).toBe(at(session))
    expect(pivotStart(now, interval)).toBe(at(period))
    expect(pivotInterval(interval)).toBe(source)
  },
)

test.each([
  // Chosen: a day, a week, a month; what is no longer than a bar gives way to the automatic one.
  ["1m", 1, "2026-03-11", "2026-03-11", "1D"],
  ["1m", 2, "2026-03-09", "2026-03-09", "1W"],
  ["1h", 1, "2026-03-11", "2026-03-11", "1D"],
  ["15m", 3, "2026-03-01", "2026-03-01", "1M"],
  ["1D", 1, "2026-03-01", "2026-03-01", "1M"],
  ["1D", 2, "2026-03-09", "2026-03-09", "1W"],
  ["1W", 2, "2026-01-01", "2026-01-01", "1M"],
] as const)(
  "at %s with choice %i the session begins on %s and the pivots' period on %s, of bars of %s",
  (interval, choice, session, period, source) => {
    const now = at("2026-03-11") + 5 * 3_600_000
    expect(sessionStart(now, interval, choice)).toBe(at(session))
    expect(pivotStart(now, interval, choice)).toBe(at(period))
    expect(pivotInterval(interval, choice)).toBe(source)
  },
)
