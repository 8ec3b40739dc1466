/** An index over time: ticks, jumps, stale sources (P1, N4). */

import { describe, expect, test } from "vitest"
import type { Price8 } from "#core/money/units.ts"
import { IndexPrice } from "./index-price.ts"

const price = (value: number) => BigInt(value) as Price8

/** The tick that a quote gives, if it gives one. */
const tickOf = (index: IndexPrice, ...quote: Parameters<IndexPrice["quote"]>) =>
  index.quote(...quote) && index.last

describe("An index over time (P1)", () => {
  const index = () => new IndexPrice("ABC_USDT", new Map())

  test("every accepted quote gives a tick, numbered from 1, also at the same price", () => {
    const one = index()
    expect([tickOf(one, 0, "a", price(100)), one.seq]).toEqual([100n, 1])
    expect([tickOf(one, 100, "a", price(100)), one.seq]).toEqual([100n, 2])
  })

  test("a source counts until its quote is 10 s old", () => {
    const two = index()
    two.quote(0, "a", price(1_000))
    two.quote(1, "b", price(1_020))
    expect(two.last).toBe(1_010n)
    expect(tickOf(two, 9_999, "b", price(1_020))).toBe(1_010n)
    expect(tickOf(two, 10_000, "b", price(1_020))).toBe(1_020n)
  })

  test("a tick tells all live sources by name, with their weights, and the one before it is known (O3, O6)", () => {
    const two = new IndexPrice("ABC_USDT", new Map([["b", 3n]]))
    expect(two.before).toBeUndefined()
    two.quote(5, "b", price(1_020))
    expect([two.before, two.lastTick()]).toEqual([undefined, { seq: 1, time: 5, price: 1_020n }])
    expect(two.quote(7, "a", price(1_000))).toEqual([
      { source: "a", price: 1_000n, weight: 1n },
      { source: "b", price: 1_020n, weight: 3n },
    ])
    expect([two.before, two.lastTick()]).toEqual([
      { seq: 1, time: 5, price: 1_020n },
      { seq: 2, time: 7, price: 1_015n },
    ])
  })

  test("alone, a jump over 10 % within 1 s waits for a second quote within 2 % of it", () => {
    const one = index()
    one.quote(0, "a", price(1_000))
    expect(tickOf(one, 500, "a", price(1_101))).toBeUndefined()
    expect(tickOf(one, 600, "a", price(1_124))).toBeUndefined()
    expect(tickOf(one, 700, "a", price(1_146))).toBe(1_146n)
    expect([one.seq, one.lastTime]).toEqual([2, 700])
  })

  test("alone, a jump of 10 % is no jump, nor one after more than 1 s, nor a way back", () => {
    const one = index()
    one.quote(0, "a", price(1_000))
    expect(tickOf(one, 100, "a", price(1_100))).toBe(1_100n)
    expect(tickOf(one, 1_101, "a", price(2_000))).toBe(2_000n)
    expect(tickOf(one, 1_200, "a", price(3_000))).toBeUndefined()
    expect(tickOf(one, 1_300, "a", price(2_010))).toBe(2_010n)
  })

  test("a jump that a tick has overtaken waits no longer", () => {
    const one = index()
    one.quote(0, "a", price(1_000))
    one.quote(100, "a", price(1_500))
    one.quote(200, "a", price(1_000))
    expect(tickOf(one, 300, "a", price(1_500))).toBeUndefined()
  })

  test("N4: it is stale before its first tick and 10 s after its last", () => {
    const one = index()
    expect(one.isStale(0)).toBe(true)
    one.quote(5, "a", price(100))
    expect([one.isStale(10_004), one.isStale(10_005)]).toEqual([false, true])
  })

  test("it takes 32 sources and no more, dead ones making room", () => {
    const many = index()
    for (let place = 0; place < 32; place += 1) many.quote(0, `s${place}`, price(100))
    expect([many.hasRoomFor("s3"), many.hasRoomFor("new")]).toEqual([true, false])
    many.quote(10_000, "s3", price(100))
    expect(many.hasRoomFor("new")).toBe(true)
  })
})
