/** Impact prices and premium (P3). */

import { describe, expect, test } from "vitest"
import { type Price8, UNITS_PER_COIN } from "../money/units.ts"
import { impactPrice, premium, type WalkLevels } from "./premium.ts"

/** One side of a book, best first, as [price, quantity]; tick and lot are one coin. */
const side =
  (...levels: [number, number][]): WalkLevels =>
  (visit) => {
    for (const [price, total] of levels) if (!visit(price, total)) return
  }
const terms = { tick: UNITS_PER_COIN, notionalUnit: UNITS_PER_COIN, leverageMax: 10 }
const price = (value: number) => BigInt(Math.round(value * 1e8)) as Price8

describe("The impact price (P3)", () => {
  test("is the best price where that level alone carries 200 USDT × leverage", () => {
    expect(impactPrice(side([100, 20], [200, 99]), terms)).toBe(price(100))
  })

  test("averages the levels it needs, the last one in part", () => {
    // 1,000 USDT at 100 are 10 coins, 1,000 more at 200 are 5: 2,000 / 15
    expect(impactPrice(side([100, 10], [200, 99]), terms)).toBe(13_333_333_333n)
  })

  test("is the average of all there is on a thinner side, and none on an empty one", () => {
    expect(impactPrice(side([100, 1], [130, 2]), terms)).toBe(price(120))
    expect(impactPrice(side(), terms)).toBeUndefined()
  })
})

describe("The premium (P3)", () => {
  test.each([
    ["rises with a bid above the index", 101, 102, 1_000_000n],
    ["falls with an ask below it", 97, 98, -2_000_000n],
    ["is 0 with the index between them", 99, 101, 0n],
    ["nets both where the book lies across", 101, 99, 0n],
  ])("%s", (_, bid, ask, rate) => {
    expect(premium(price(bid), price(ask), price(100))).toBe(rate)
  })

  test("is none where a side is empty", () => {
    expect(premium(undefined, price(100), price(100))).toBeUndefined()
    expect(premium(price(100), undefined, price(100))).toBeUndefined()
  })
})
