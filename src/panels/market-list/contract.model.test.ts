/** Are a contract's terms written as they are? */

import { expect, test } from "vitest"
import { highestPayout, periodList, timeLeft } from "./contract.model.ts"

const period = (seconds: number, payoutRate: string) => ({
  seconds,
  payoutRate,
  minStake: "5",
  maxStake: "1000",
})

test.each([
  [4 * 3600_000 + 12 * 60_000 + 44_000, "04:12:44"],
  [999, "00:00:01"],
  [0, "00:00:00"],
  [-5000, "00:00:00"],
  [86_400_000 + 1000, "1d 00:00:01"],
])("%d ms left are %s", (leftMs, expected) => {
  expect(timeLeft(leftMs)).toBe(expected)
})

test("periods stand in order of length, however they came", () => {
  expect(periodList([period(300, "0.85"), period(30, "0.75")], "en")).toBe("30 · 300")
})

test("the highest payout is that of the best period, without noise of floats", () => {
  expect(highestPayout([period(30, "0.57"), period(60, "0.29")], "en")).toBe("57\u202f%")
  expect(highestPayout([period(30, "0.825")], "de")).toBe("82,5\u202f%")
  expect(highestPayout([], "en")).toBeNull()
})
