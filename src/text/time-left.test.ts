/** Is the time left written as a clock that never goes below nothing? */

import { expect, test } from "vitest"
import { timeLeft } from "./time-left.ts"

const HOUR = 3600_000

test.each([
  [4 * HOUR + 12 * 60_000 + 44_000, "04:12:44", "04:12:44"],
  [59 * 60_000 + 59_001, "01:00:00", "01:00:00"],
  [59 * 60_000, "59:00", "00:59:00"],
  [999, "00:01", "00:00:01"],
  [0, "00:00", "00:00:00"],
  [-5000, "00:00", "00:00:00"],
  [24 * HOUR, "1d 00:00:00", "1d 00:00:00"],
  [49 * HOUR + 1000, "2d 01:00:01", "2d 01:00:01"],
])("%d ms left are %s, and %s in a column", (leftMs, short, wide) => {
  expect(timeLeft(leftMs)).toBe(short)
  expect(timeLeft(leftMs, { hasHours: true })).toBe(wide)
})
