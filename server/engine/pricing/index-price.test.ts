/** An index over time: ticks, jumps, stale sources (P1, N4). */

import { describe, expect, test } from "vitest"
import type { Price8 } from "#core/money/units.ts"
import { IndexPrice } from "./index-price.ts"

const price = (value: number) => BigInt(value) as Price8

describe("An index over time (P1)", () => {
  const index = () => new IndexPrice("ABC_USDT", new Map())

  test("every accepted quote gives a tick, numbered from 1, also at the same price", () => {
    const one = index()
    expect([one.quote(0, "a", price(100)), one.seq]).toEqual([100n, 1])
    expect([one.quote(100, "a", price(100)), one.seq]).toEqual([100n, 2])
  })

  test("a source counts until its quote is 10 s old", () => {
    const two = index()
    two.quote(0, "a", price(1_000))
    two.quote(1, "b", price(1_020))
    expect(two.last).toBe(1_010n)
    expect(two.quote(9_999, "b", price(1_020))).toBe(1_010n)
    expect(two.quote(10_000, "b", price(1_020))).toBe(1_020n)
  })

  test("alone, a jump over 10 % within 1 s waits for a second quote within 2 % of it", () => {
    const one = index()
    one.quote(0, "a", price(1_000))
    expect(one.quote(500, "a", price(1_101))).toBeUndefined()
    expect(one.quote(600, "a", price(1_124))).toBeUndefined()
    expect(one.quote(700, "a", price(1_146))).toBe(1_146n)
    expect([one.seq, one.lastTime]).toEqual([2, 700])
  })

  test("alone, a jump of 10 % is no jump, nor one after more than 1 s, nor a way back", () => {
    const one = index()
    one.quote(0, "a", price(1_000))
    expect(one.quote(100, "a", price(1_100))).toBe(1_100n)
    expect(one.quote(1_101, "a", price(2_000))).toBe(2_000n)
    expect(one.quote(1_200, "a", price(3_000))).toBeUndefined()
    expect(one.quote(1_300, "a", price(2_010))).toBe(2_010n)
  })

  test("a jump that a tick has overtaken waits no longer", () => {
    const one = index()
    one.quote(0, "a", price(1_000))
    one.quote(100, "a", price(1_500))
    one.quote(200, "a", price(1_000))
    expect(one.quote(300, "a", price(1_500))).toBeUndefined()
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
