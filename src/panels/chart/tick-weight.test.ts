/** Does a new year, month or day matter more on the axis than an hour of it? */

import { describe, expect, test } from "vitest"
import { tickWeight } from "./tick-weight.ts"

describe("a mark weighs", () => {
  const at = (text: string) => Date.parse(`${text}Z`)
  test.each([
    ["2027-01-01T00:00", "2026-12-31T23:45", 70],
    ["2026-11-01T00:00", "2026-10-31T23:45", 60],
    ["2026-11-21T00:00", "2026-11-20T23:45", 50],
    ["2026-11-21T12:00", "2026-11-21T11:45", 33],
    ["2026-11-21T13:00", "2026-11-21T12:45", 30],
    ["2026-11-21T13:30", "2026-11-21T13:15", 22],
    ["2026-11-21T13:15", "2026-11-21T13:00", 21],
    ["2026-11-21T13:01", "2026-11-21T13:00", 20],
    ["2026-11-21T13:00:01", "2026-11-21T13:00:00", 10],
  ])("%s after %s: %i", (now, before, weight) => {
    expect(tickWeight(at(now), at(before))).toBe(weight)
  })
})
