/** Checks how a scaled order is split into children (S17). */

import fc from "fast-check"
import { describe, expect, test } from "vitest"
import type { Lots, Ticks } from "../money/units.ts"
import { DISTRIBUTIONS, SCALED_LEAST, SCALED_MOST, type ScaledTerms, splitScaled } from "./scaled-order.ts"

const terms = (more: Partial<ScaledTerms> = {}): ScaledTerms => ({
  ...{ from: 100 as Ticks, to: 106 as Ticks, count: 3, quantity: 10 as Lots, distribution: "flat" },
  ...more,
})
const quantities = (given: ScaledTerms) => splitScaled(given).map(({ quantity }) => quantity)

const anyTerms = fc.record({
  from: fc.integer({ min: 1, max: 2 ** 40 }).map((ticks) => ticks as Ticks),
  to: fc.integer({ min: 1, max: 2 ** 40 }).map((ticks) => ticks as Ticks),
  count: fc.integer({ min: SCALED_LEAST, max: SCALED_MOST }),
  quantity: fc.integer({ min: 1, max: 2 ** 50 }).map((lots) => lots as Lots),
  distribution: fc.constantFrom(...DISTRIBUTIONS),
})

describe("The children of a scaled order", () => {
  test.each([
    ["flat", [4, 3, 3]],
    ["increasing", [2, 3, 5]],
    ["decreasing", [5, 3, 2]],
    ["geometric", [3, 3, 4]],
  ] as const)("%s gives 10 lots as %j", (distribution, expected) => {
    expect(quantities(terms({ distribution }))).toEqual(expected)
  })

  test("prices stand at even steps, both ends among them, upwards and downwards", () => {
    expect(splitScaled(terms({ count: 4 })).map(({ price }) => price)).toEqual([100, 102, 104, 106])
    const down = terms({ from: 106 as Ticks, to: 100 as Ticks, count: 5 })
    expect(splitScaled(down).map(({ price }) => price)).toEqual([106, 104, 103, 101, 100])
  })

  test("a geometric child is 5/4 of the one before, as near as lots allow", () => {
    expect(quantities(terms({ count: 4, quantity: 369_000 as Lots, distribution: "geometric" }))).toEqual([
      64_000, 80_000, 100_000, 125_000,
    ])
  })

  test("the sum is the total exactly, the ends are the ends, and no step is longer than another by more than a tick", () => {
    fc.assert(
      fc.property(anyTerms, (given) => {
        const children = splitScaled(given)
        expect(children).toHaveLength(given.count)
        expect(children.reduce((sum, { quantity }) => sum + BigInt(quantity), 0n)).toBe(
          BigInt(given.quantity),
        )
        expect([children[0]?.price, children.at(-1)?.price]).toEqual([given.from, given.to])
        const steps = children.slice(1).map(({ price }, place) => price - (children[place]?.price ?? 0))
        expect(Math.max(...steps) - Math.min(...steps)).toBeLessThanOrEqual(1)
        if (Math.abs(given.to - given.from) >= given.count - 1)
          expect(new Set(children.map(({ price }) => price)).size).toBe(given.count)
      }),
    )
  })

  test("sizes never fall where they are to rise, never rise where they are to fall, and are even within a lot else", () => {
    fc.assert(
      fc.property(anyTerms, (given) => {
        const lots = quantities(given)
        const steps = lots.slice(1).map((each, place) => each - (lots[place] ?? 0))
        if (given.distribution === "decreasing") expect(Math.max(...steps)).toBeLessThanOrEqual(0)
        else if (given.distribution !== "flat") expect(Math.min(...steps)).toBeGreaterThanOrEqual(0)
        else expect(Math.max(...lots) - Math.min(...lots)).toBeLessThanOrEqual(1)
      }),
    )
  })
})
