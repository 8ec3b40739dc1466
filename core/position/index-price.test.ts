/** Index price from its sources (P1). */

import { describe, expect, test } from "vitest"
import type { Price8 } from "#core/money/units.ts"
import { combinePrices, quotedPrice } from "./index-price.ts"

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
