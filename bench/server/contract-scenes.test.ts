/** The scenes of `mark-tick` and `crash` hold what they tell. */

import { expect, test } from "vitest"
import { crashOnce } from "./crash-once.ts"
import { crowdOf, marksOnce } from "./mark-once.ts"

const MARKS = { seed: 5, contracts: 10, accounts: 200, each: 2, seconds: 5 }
const CRASH = { seed: 3, accounts: 60, others: 80 }

test("a seed gives the same crowd again, each account with its positions in different contracts", () => {
  const { cash, positions } = crowdOf(MARKS)
  expect(crowdOf(MARKS).positions).toEqual(positions)
  expect(cash.size).toBe(MARKS.accounts)
  const places = new Set(positions.map(({ account, contract }) => `${account} ${contract}`))
  expect(places.size).toBe(MARKS.accounts * MARKS.each)
})

test("engine and bare sums agree on the equity of every account after seconds of marks", () => {
  expect(marksOnce(MARKS)).toEqual({
    engine: expect.any(Number),
    bare: expect.any(Number),
    first: expect.any(Number),
    counted: expect.any(Number),
  })
})

test("a crash that the fund bears takes all accounts over and deleverages nobody", () => {
  const { steps } = crashOnce({ ...CRASH, depth: "fund" }, 0)
  expect(steps["take-over"]).toBe(CRASH.accounts)
  expect(steps.deleveraged).toBe(0)
})

test("a crash that it can't bear is taken by those who earned on the other side", () => {
  const { steps } = crashOnce({ ...CRASH, depth: "deleveraging" }, 1)
  expect(steps["take-over"]).toBe(CRASH.accounts)
  expect(steps.deleveraged).toBeGreaterThan(0)
})
