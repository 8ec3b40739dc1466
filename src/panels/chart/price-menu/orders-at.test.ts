/** Orders that are offered at a price never fill or trigger at once. */

import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { ordersAt } from "./orders-at.ts"

const words = (price: bigint, last?: bigint) =>
  ordersAt(price, last).map(({ side, kind }) => `${side} ${kind}`)

describe("orders at a price", () => {
  test.each([
    [99n, 100n, ["buy limit", "sell stop"]],
    [101n, 100n, ["sell limit", "buy stop"]],
    [100n, 100n, ["buy limit", "sell limit"]],
    [100n, undefined, ["buy limit", "sell limit"]],
  ])("at %s with the last price at %s", (price, last, expected) => {
    expect(words(price, last)).toEqual(expected)
  })

  test("away from the last price each waits for it, and both sides are offered", () => {
    const prices = fc.bigInt({ min: 1n, max: 10n ** 15n })
    fc.assert(
      fc.property(prices, prices, (price, last) => {
        fc.pre(price !== last)
        const offered = ordersAt(price, last)
        expect(offered.map(({ side }) => side).sort()).toEqual(["buy", "sell"])
        for (const { side, kind } of offered) {
          const waitsBelow = (side === "buy") === (kind === "limit")
          expect(waitsBelow ? price < last : price > last).toBe(true)
        }
      }),
    )
  })
})
