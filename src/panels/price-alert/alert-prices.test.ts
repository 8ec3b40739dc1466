/** Tests of the prices offered for an alert: on the tick, each on its own side of the last. */

import fc from "fast-check"
import { expect, test } from "vitest"
import { unitsOf } from "#core/money/steps.ts"
import { alertPrices } from "./alert-prices.ts"

test("one and five percent above and below", () => {
  expect(alertPrices(unitsOf("67284.1"), unitsOf("0.1"))).toEqual([
    { percent: 1, price: "67956.9" },
    { percent: -1, price: "66611.3" },
    { percent: 5, price: "70648.3" },
    { percent: -5, price: "63919.9" },
  ])
})

test("below the smallest price there is none", () => {
  expect(alertPrices(5n, 5n).map(({ percent }) => percent)).toEqual([1, 5])
})

test("each lies on the tick, above the last price when it rises and below it when it falls", () => {
  const ticks = fc.constantFrom(1n, 5n, 10n, 1_000_000n, 100_000_000n)
  const steps = fc.bigInt({ min: 1n, max: 10n ** 9n })
  fc.assert(
    fc.property(ticks, steps, (tick, count) => {
      const last = tick * count
      for (const { percent, price } of alertPrices(last, tick)) {
        const units = unitsOf(price)
        expect(units % tick).toBe(0n)
        expect(percent > 0 ? units > last : units < last && units > 0n).toBe(true)
      }
    }),
  )
})
