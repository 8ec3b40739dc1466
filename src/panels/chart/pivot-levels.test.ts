/** Pivots say what the floor traders' formula says, by the period before; each interval has its period. */

import { describe, expect, test } from "vitest"
import type { Bar } from "./bars.model.ts"
import { pivotLevels, pivotsOf } from "./pivot-levels.ts"
import { pivotInterval, pivotStart, sessionStart } from "./study-session.ts"

const at = (text: string) => Date.parse(`${text}T00:00:00Z`)
const bar = (time: number, high: number, low: number, close: number): Bar => ({
  ...{ time, open: low, high, low, close, volume: 1, closed: true, generated: false },
})

test("classic pivots of a day", () => {
  expect(pivotsOf({ high: 110, low: 100, close: 105 })).toEqual([105, 110, 100, 115, 95, 120, 90])
})

describe("levels", () => {
  test("hold in the period after the one they are reckoned from, and the first has none", () => {
    const days = [bar(at("2026-03-02"), 110, 100, 105), bar(at("2026-03-03"), 220, 200, 210)]
    const levels = pivotLevels(days, "15m")
    expect([...levels.keys()]).toEqual([at("2026-03-03")])
    expect(levels.get(at("2026-03-03"))?.[0]).toBe(105)
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
