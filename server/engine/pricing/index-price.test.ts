/** Is the index made of its sources as P1 says? */

import { describe, expect, test } from "vitest"
import type { Price8 } from "#core/money/units.ts"
import { combinePrices, IndexPrice, quotedPrice } from "./index-price.ts"

const price = (value: number) => BigInt(value) as Price8
const sources = (...prices: number[]) =>
  prices.map((value, place) => ({ source: `s${place}`, price: price(value), weight: 1n }))
const weighted = (...pairs: [number, bigint][]) =>
  pairs.map(([value, weight], place) => ({ source: `s${place}`, price: price(value), weight }))

describe("A source's price (P1)", () => {
  test.each([
    ["the mid of bid and ask, nearest, half up", { bid: price(100), ask: price(103), last: price(5) }, 102n],
    ["the last trade without both of them", { bid: price(100), last: price(5) }, 5n],
    ["none without either", { ask: price(100) }, undefined],
    ["none of what is not above zero", { bid: price(0), ask: price(0), last: price(0) }, undefined],
  ])("is %s", (_, quote, expected) => {
    expect(quotedPrice(quote)).toBe(expected)
  })
})

describe("Combining live sources (P1)", () => {
  test.each<[string, ReturnType<typeof sources>, number | undefined, bigint | undefined]>([
    ["two that differ by 5 % of their mean give it", sources(39_000, 41_000), undefined, 40_000n],
    ["two by weight", weighted([1_000, 3n], [1_010, 1n]), undefined, 1_003n],
    ["two further apart give the one nearer the last index", sources(39_000, 41_001), 40_900, 41_001n],
    ["and no tick before the first index", sources(39_000, 41_001), undefined, undefined],
    ["an even distance is decided by the source's name", sources(100, 200), 150, 100n],
    ["three near their median give the mean of all", sources(100, 101, 105), undefined, 102n],
    [
      "one further than 5 % from the median is dropped, the weights rescaled",
      weighted([100, 1n], [102, 3n], [150, 9n]),
      undefined,
      102n,
    ],
    ["exactly 5 % away is kept", weighted([95, 1n], [100, 1n], [105, 2n]), undefined, 101n],
    ["two dropped leave the median", sources(100, 200, 300), undefined, 200n],
    [
      "the median of four is the mean of the middle two",
      sources(40_000, 41_000, 39_000, 42_000),
      undefined,
      40_500n,
    ],
    ["two dropped of four leave that mean, rounded", sources(10, 100, 103, 900), undefined, 102n],
  ])("%s", (_, prices, previous, expected) => {
    expect(combinePrices(prices, previous === undefined ? undefined : price(previous))).toBe(expected)
  })

  test("weights of one's own count exactly: (101 + 3 × 102) / 4 is nearest 102", () => {
    expect(combinePrices(weighted([101, 1n], [102, 3n]), undefined)).toBe(102n)
  })
})

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
