/** Who is deleveraged first (P30). */

import fc from "fast-check"
import { expect, test } from "vitest"
import { Decimal } from "../money/decimal.ts"
import { type Amount, type Fine, fineOf, type Price8 } from "../money/units.ts"
import { wholeEquity } from "./bankruptcy-price.ts"
import {
  compareForDeleveraging,
  deleveragingLight,
  type RankedPosition,
  staysSolvent,
} from "./deleveraging-rank.ts"

const fine = (value: number) => fineOf(BigInt(Math.round(value * 1e8)) as Amount)
const ranked = (id: number, unrealised: number, equity: number, fields: Partial<RankedPosition> = {}) => ({
  id,
  isHouseMaker: false,
  unrealised: fine(unrealised),
  cost: fine(-100),
  notional: fine(100),
  share: wholeEquity(fine(equity)),
  ...fields,
})

test("first the house maker, then profit by leverage, the larger position, the older (P30)", () => {
  const rows: RankedPosition[] = [
    ranked(8, -10, 50),
    ranked(7, -10, 10),
    ranked(6, 0, 10),
    ranked(5, 10, 10),
    ranked(4, 10, 10),
    ranked(3, 20, 20, { cost: fine(200), notional: fine(200) }),
    ranked(2, 50, 10),
    ranked(1, 1, 1_000, { isHouseMaker: true }),
    ranked(9, 10, 0),
    ranked(10, 50, 40, { share: { equity: fine(40), part: 1n, whole: 8n } }),
  ]
  // 9 has no equity left: its leverage has no bound. 7 and 8 lose: the higher leverage makes the loss count less.
  expect(rows.sort(compareForDeleveraging).map(({ id }) => id)).toEqual([1, 9, 10, 2, 3, 4, 5, 6, 7, 8])
})

test("ranks as the score does in decimals (P30)", () => {
  const amount = fc.bigInt({ min: 1n, max: 10n ** 20n })
  const row = fc
    .record({
      unrealised: fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }),
      cost: amount,
      notional: amount,
      equity: amount,
    })
    .map(
      ({ unrealised, cost, notional, equity }): RankedPosition => ({
        ...ranked(1, 0, 0),
        unrealised: unrealised as Fine,
        cost: cost as Fine,
        notional: notional as Fine,
        share: wholeEquity(equity as Fine),
      }),
    )
  const score = ({ unrealised, cost, notional, share }: RankedPosition) => {
    const gain = new Decimal(String(unrealised)).div(String(cost))
    const leverage = new Decimal(String(notional)).div(String(share.equity))
    return unrealised >= 0n ? gain.times(leverage) : gain.div(leverage)
  }
  fc.assert(
    fc.property(row, row, (one, other) => {
      const difference = score(other).minus(score(one))
      if (!difference.isZero()) expect(Math.sign(compareForDeleveraging(one, other))).toBe(difference.s)
    }),
  )
})

test("tells scores apart that differ in the last of sixty digits, and no others (P30)", () => {
  const unit = fc.bigInt({ min: 10n ** 17n, max: 10n ** 18n })
  fc.assert(
    fc.property(unit, unit, unit, fc.bigInt({ min: -2n, max: 2n }), (gain, notional, equity, more) => {
      const row = (unrealised: bigint): RankedPosition => ({
        ...ranked(1, 0, 0),
        unrealised: unrealised as Fine,
        notional: notional as Fine,
        share: wholeEquity(equity as Fine),
      })
      const order = compareForDeleveraging(row(gain), row(gain + more))
      expect(Math.sign(order)).toBe(Math.sign(Number(more)))
    }),
  )
})

test("the light is the fifth of the rank: 5 is first (P30)", () => {
  expect([0, 1, 2, 3, 4].map((place) => deleveragingLight(place, 5))).toEqual([5, 4, 3, 2, 1])
  expect([0, 19, 20, 99].map((place) => deleveragingLight(place, 100))).toEqual([5, 5, 4, 1])
  expect(deleveragingLight(0, 1)).toBe(5)
})

test("whom the price would leave below zero is passed over (P30)", () => {
  const closing = { size: 200_000_000n as Amount, price: 95n as Price8, mark: 100n as Price8 }
  expect(staysSolvent((5n * 200_000_000n) as Fine, closing)).toBe(true)
  expect(staysSolvent((5n * 200_000_000n - 1n) as Fine, closing)).toBe(false)
  expect(staysSolvent(0n as Fine, { ...closing, size: -200_000_000n as Amount })).toBe(true)
})
