/** Profit, outcome, silence and what comes back, at their edges (O1–O3). */

import { describe, expect, test } from "vitest"
import type { Amount, Price8 } from "../money/units.ts"
import {
  outcomeAt,
  paidBack,
  refundDue,
  SILENT_LIMIT_MS,
  secondProfit,
  settledBy,
} from "./second-contract.ts"

const price = (value: number) => BigInt(value) as Price8
const amount = (value: number) => BigInt(value) as Amount

test("the profit is rounded down to a unit", () => {
  expect(secondProfit(amount(3_333_333_333), 82_000_000n)).toBe(2_733_333_333n)
  expect(secondProfit(amount(1), 80_000_000n)).toBe(0n)
  expect(secondProfit(amount(500_000_000), 100_000_000n)).toBe(500_000_000n)
})

test.each([
  ["bullish", 101, "won"],
  ["bullish", 99, "lost"],
  ["bullish", 100, "tied"],
  ["bearish", 101, "lost"],
  ["bearish", 99, "won"],
  ["bearish", 100, "tied"],
] as const)("%s from 100 at %i: %s", (direction, settle, outcome) => {
  expect(outcomeAt(direction, price(100), price(settle))).toBe(outcome)
})

describe("by its two ticks", () => {
  const tick = (time: number, value: number) => ({ seq: time, time, price: price(value) })
  const contract = { direction: "bullish", open: tick(0, 100), expiry: 30_000 } as const

  test("it settles up to a silence of 5 s, and is refunded beyond it", () => {
    expect(settledBy(contract, tick(29_999, 100), tick(29_999 + SILENT_LIMIT_MS, 101))).toBe("won")
    expect(settledBy(contract, tick(29_999, 100), tick(30_000 + SILENT_LIMIT_MS, 101))).toBe("refunded")
    expect(settledBy(contract, tick(25_000, 100), tick(30_000, 99))).toBe("lost")
    expect(settledBy(contract, tick(24_999, 100), tick(30_000, 99))).toBe("refunded")
  })

  test("ticks that don't stand on both sides of the expiry decide nothing", () => {
    expect(() => settledBy(contract, tick(30_000, 100), tick(30_000, 101))).toThrow("both sides")
    expect(() => settledBy(contract, tick(29_000, 100), tick(29_999, 101))).toThrow("both sides")
  })

  test("without a tick it is refunded a millisecond after both the expiry and 5 s of silence", () => {
    expect(refundDue(30_000, 29_999)).toBe(35_000)
    expect(refundDue(30_000, 25_000)).toBe(30_001)
    expect(refundDue(30_000, 1_000)).toBe(30_001)
  })
})

test("what comes back: stake and profit, the stake, or nothing", () => {
  const paid = (["won", "lost", "tied", "refunded"] as const).map((each) =>
    paidBack(each, amount(50), amount(41)),
  )
  expect(paid).toEqual([91n, 0n, 50n, 50n])
})
