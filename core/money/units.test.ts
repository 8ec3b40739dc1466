/** Checks that amounts are added and subtracted to the last unit, whatever their size and sign. */

import { describe, expect, it } from "vitest"
import { type Amount, addAmounts, NO_AMOUNT, subtractAmount } from "./units.ts"

/** Beyond 2^53, where a float would lose the last units. */
const LARGE = 9_007_199_254_740_993n as Amount
const ONE = 1n as Amount

describe("amounts", () => {
  it("are exact beyond the whole numbers of a float", () => {
    expect(addAmounts(LARGE, ONE)).toBe(9_007_199_254_740_994n)
    expect(subtractAmount(LARGE, ONE)).toBe(9_007_199_254_740_992n)
  })

  it("may fall below zero", () => {
    expect(subtractAmount(NO_AMOUNT, ONE)).toBe(-1n)
    expect(addAmounts(subtractAmount(NO_AMOUNT, LARGE), LARGE)).toBe(NO_AMOUNT)
  })

  it("don't mix with a bigint that says nothing of its unit", () => {
    // @ts-expect-error The mark is missing.
    expect(addAmounts(LARGE, 1n)).toBe(9_007_199_254_740_994n)
  })
})
