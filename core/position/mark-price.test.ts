/** Mark price: the median of three within its band (P2). */

import { describe, expect, test } from "vitest"
import type { Price8 } from "#core/money/units.ts"
import { BasisSamples, markPrice } from "./mark-price.ts"

const HOUR = 3_600_000
const COIN = 100_000_000
const price = (value: number) => BigInt(Math.round(value * COIN)) as Price8

const calm = {
  index: price(2_000),
  last: price(2_000),
  basis: { sum: 0n, count: 0 },
  fundingRate: 0n,
  untilFunding: 4 * HOUR,
  fundingInterval: 8 * HOUR,
  markBand: 3_000_000n,
}

describe("The mark (P2)", () => {
  test("is the median of P1, P2 and the last price", () => {
    // P1 = 2000 × (1 + 0.5 % × ½) = 2005, P2 = 2000 + 4 = 2004
    const inputs = { ...calm, fundingRate: 500_000n, basis: { sum: 2n * price(4), count: 1 } }
    expect(markPrice({ ...inputs, last: price(2_100) })).toBe(price(2_005))
    expect(markPrice({ ...inputs, last: price(1_900) })).toBe(price(2_004))
    expect(markPrice({ ...inputs, last: price(2_004.5) })).toBe(price(2_004.5))
  })

  test("counts P2 as the index without samples, and the last price as the index without a trade", () => {
    expect(markPrice({ ...calm, fundingRate: 500_000n })).toBe(price(2_000))
    expect(markPrice({ ...calm, last: undefined, basis: { sum: 2n * price(4), count: 1 } })).toBe(
      price(2_000),
    )
  })

  test("is held within index × (1 ± markBand)", () => {
    const far = { ...calm, index: price(270), basis: { sum: 2n * price(12), count: 1 }, last: price(280) }
    expect(markPrice(far)).toBe(price(278.1))
    const low = { ...far, basis: { sum: -2n * price(12), count: 1 }, last: price(250) }
    expect(markPrice(low)).toBe(price(261.9))
  })

  test("P1 nears the index as the funding nears", () => {
    const inputs = {
      ...calm,
      fundingRate: 500_000n,
      basis: { sum: 2n * price(50), count: 1 },
      last: price(1),
    }
    const marks = [8, 4, 2, 0].map((hours) => markPrice({ ...inputs, untilFunding: hours * HOUR }))
    expect(marks).toEqual([price(2_010), price(2_005), price(2_002.5), price(2_000)])
  })

  test("rounds to the nearest 1e-8, half away from zero", () => {
    const inputs = { ...calm, index: 3n as Price8, last: 1n as Price8, markBand: 99_999_999n }
    expect(markPrice({ ...inputs, fundingRate: -50_000_000n, untilFunding: 8 * HOUR })).toBe(2n)
  })
})

describe("Basis samples (P2)", () => {
  test("average bid and ask less the index, halves kept", () => {
    const samples = new BasisSamples()
    samples.add(100n, 101n, 100n as Price8)
    samples.add(100n, 102n, 100n as Price8)
    expect(samples.mean()).toEqual({ sum: 3n, count: 2 })
  })

  test("only the last 30 count", () => {
    const samples = new BasisSamples()
    samples.add(1_000n, 1_000n, 100n as Price8)
    for (let second = 0; second < 30; second += 1) samples.add(101n, 101n, 100n as Price8)
    expect(samples.mean()).toEqual({ sum: 60n, count: 30 })
  })
})
