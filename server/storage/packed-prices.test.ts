/** Packed candles come back as they were, in few bytes. */

import fc from "fast-check"
import { expect, test } from "vitest"
import type { Candle } from "#core/candle/candle.ts"
import { packPrices, unpackPrices } from "./packed-prices.ts"

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const BLOCK = 480_000 * HOUR

const candle = (place: number, [open, above, below, close]: readonly [number, number, number, number]) =>
  ({
    openTime: BLOCK + place * MINUTE,
    ...{ open, high: Math.max(open, close) + above, low: Math.min(open, close) - below, close },
    ...{ volume: 1, lastTradeId: 0, closed: true, generated: false },
  }) as Candle

test("whatever the prices and the gaps", () => {
  const price = fc.integer({ min: 1, max: 2 ** 50 })
  const spread = fc.integer({ min: 0, max: 1_000_000 })
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.tuple(fc.integer({ min: 0, max: 59 }), price, spread, spread, price), {
        selector: ([place]) => place,
      }),
      (rows) => {
        const candles = rows
          .toSorted(([one], [other]) => one - other)
          .map(([place, ...prices]) => candle(place, prices))
        expect(unpackPrices(packPrices(candles, BLOCK, MINUTE), BLOCK, MINUTE)).toEqual(candles)
      },
    ),
  )
})

test("an hour of a price that moves by some hundred ticks a minute takes less than 700 bytes", () => {
  const candles = Array.from({ length: 60 }, (_, place) =>
    candle(place, [670_000 + 150 * (place % 7), 90, 120, 670_000 + 150 * ((place + 1) % 7)]),
  )
  expect(packPrices(candles, BLOCK, MINUTE).length).toBeLessThan(700)
})
