/** Are a second contract's terms written as they are? */

import { expect, test } from "vitest"
import { highestPayout, periodList } from "./contract.model.ts"

const period = (seconds: number, payoutRate: string) => ({
  seconds,
  payoutRate,
  minStake: "5",
  maxStake: "1000",
})

test("periods stand in order of length, however they came", () => {
  expect(periodList([period(300, "0.85"), period(30, "0.75")], "en")).toBe("30 · 300")
})

test("the highest payout is that of the best period, without noise of floats", () => {
  expect(highestPayout([period(30, "0.57"), period(60, "0.29")], "en")).toBe("57\u202f%")
  expect(highestPayout([period(30, "0.825")], "de")).toBe("82,5\u202f%")
  expect(highestPayout([], "en")).toBeNull()
})
