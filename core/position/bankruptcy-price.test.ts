/** The bankruptcy price (P26) and its rounding (U5). */

import fc from "fast-check"
import { expect, test } from "vitest"
import { type Amount, type Fine, fineOf, type Price8 } from "../money/units.ts"
import { bankruptcyPrice, type EquityShare, wholeEquity } from "./bankruptcy-price.ts"
import { unrealisedProfit } from "./profit.ts"

const coins = (value: number) => BigInt(Math.round(value * 1e8)) as Amount
const fine = (value: number) => fineOf(coins(value))
const price = (value: number) => coins(value) as bigint as Price8
const tick = 10_000_000n

test.each<[string, number, number, EquityShare, number]>([
  ["a long's lies below the mark by its equity", 2, 100, wholeEquity(fine(10)), 95],
  ["a short's above", -2, 100, wholeEquity(fine(10)), 105],
  ["a lost equity lies beyond the mark", 2, 100, wholeEquity(fine(-10)), 105],
  ["a share of a cross account's", 2, 100, { equity: fine(40), part: 1n, whole: 4n }, 95],
  ["a long's is rounded up", 3, 100, wholeEquity(fine(10)), 96.7],
  ["a short's is rounded down", -3, 100, wholeEquity(fine(10)), 103.3],
  ["at least one tick", 1, 100, wholeEquity(fine(500)), 0.1],
])("the bankruptcy price: %s (P26, U5)", (_, size, mark, share, expected) => {
  expect(bankruptcyPrice({ size: coins(size), mark: price(mark), share }, tick)).toBe(price(expected))
})

test("closing there leaves from nothing to one tick of the quantity, whatever the mark (P26)", () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: -(10n ** 9n), max: 10n ** 9n }).filter((size) => size !== 0n),
      fc.bigInt({ min: 10n ** 9n, max: 10n ** 13n }),
      fc.bigInt({ min: 10n ** 9n, max: 10n ** 13n }),
      fc.bigInt({ min: 0n, max: 99n }),
      (size, entry, mark, percent) => {
        const quantity = size < 0n ? -size : size
        const margin = ((quantity * entry) / 100n) * percent
        const held = { size: size as Amount, cost: (size * entry) as Fine }
        const equity = (margin + unrealisedProfit(held, mark as Price8)) as Fine
        const terms = { size: held.size, mark: mark as Price8, share: wholeEquity(equity) }
        const at = bankruptcyPrice(terms, tick)
        const left = margin + unrealisedProfit(held, at)
        expect(left >= 0n && left < quantity * tick).toBe(true)
        expect(bankruptcyPrice({ ...terms, mark: mark as Price8 }, tick)).toBe(at)
      },
    ),
  )
})
