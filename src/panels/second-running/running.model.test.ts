/** How a running contract would end, by the same rule as the exchange. */

import { expect, test } from "vitest"
import { secondContractExample } from "#core/wire/second.ts"
import { moneyOf, passedShare, standingAt } from "./running.model.ts"

const up = { ...secondContractExample, stake: "50" as never, profit: "42.5" as never }
const down = { ...up, direction: "bearish" as const }

test("above the open price up wins its profit and down loses its stake", () => {
  expect(standingAt(up, "67284.60")).toEqual({ outcome: "won", place: "above", money: "42.50" })
  expect(standingAt(down, "67284.60")).toEqual({ outcome: "lost", place: "above", money: "-50.00" })
})

test("below it the other way round, and by the last digit", () => {
  expect(standingAt(up, "67271.19999999")).toMatchObject({ outcome: "lost", place: "below" })
  expect(standingAt(down, "67271.19999999")).toMatchObject({ outcome: "won", place: "below" })
})

test("equal is a tie, however it is written", () => {
  expect(standingAt(up, "67271.2")).toEqual({ outcome: "tied", place: "equal", money: "0.00" })
})

test("the share of the period stays between nothing and all of it", () => {
  const { opened, expiry } = up
  expect(passedShare(up, opened - 1000)).toBe(0)
  expect(passedShare(up, (opened + expiry) / 2)).toBe(0.5)
  expect(passedShare(up, expiry + 1000)).toBe(1)
})

test("money of a quote has its cents", () => {
  expect(moneyOf("50")).toBe("50.00")
  expect(moneyOf("27.33333333")).toBe("27.33333333")
})
