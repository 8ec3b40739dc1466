/** Payment of funding (P5) and its rounding (U5). */

import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { type Amount, type Fine, fineOf, type Price8 } from "../money/units.ts"
import { fundingPayment, fundingRest, sharePayment } from "./funding-payment.ts"

const coins = (value: number) => BigInt(Math.round(value * 1e8)) as Amount
const price = (value: number) => coins(value) as bigint as Price8

describe("A payment (P5)", () => {
  test.each([
    ["longs pay a positive rate", 2, 10_000n, 10],
    ["shorts receive it", -2, 10_000n, -10],
    ["longs receive a negative one", 2, -10_000n, -10],
    ["shorts pay that", -2, -10_000n, 10],
    ["nobody pays a rate of zero", 2, 0n, 0],
  ])("%s", (_, size, rate, paid) => {
    expect(fundingPayment(coins(size), price(50_000), rate)).toBe(coins(paid))
  })

  test("is rounded up for the payer and down for the receiver (U5)", () => {
    const [size, mark] = [1n as Amount, price(1)]
    expect(fundingPayment(size, mark, 1n)).toBe(1n)
    expect(fundingPayment(-size as Amount, mark, 1n)).toBe(0n)
    expect(fundingPayment((-3n * 10n ** 8n) as Amount, (mark / 2n) as Price8, 1n)).toBe(-1n)
  })

  test("takes no more than leaves the equity at zero; the fund pays the rest", () => {
    expect(sharePayment(coins(10), fineOf(coins(15)))).toEqual({ own: coins(10), fund: 0n })
    expect(sharePayment(coins(10), (fineOf(coins(4)) - 1n) as Fine)).toEqual({
      own: coins(4) - 1n,
      fund: coins(6) + 1n,
    })
    expect(sharePayment(coins(10), fineOf(coins(-4)))).toEqual({ own: 0n, fund: coins(10) })
    expect(sharePayment(coins(-10), fineOf(coins(-4)))).toEqual({ own: coins(-10), fund: 0n })
  })
})

test("funding sums to zero to the unit over any positions that do; the rest is below one unit each (P5)", () => {
  const size = fc.bigInt({ min: -(10n ** 14n), max: 10n ** 14n })
  fc.assert(
    fc.property(
      fc.array(size, { minLength: 1, maxLength: 30 }),
      fc.bigInt({ min: 1n, max: 10n ** 13n }),
      fc.bigInt({ min: -300_000n, max: 300_000n }),
      (drawn, mark, rate) => {
        const sizes = [...drawn, -drawn.reduce((sum, each) => sum + each, 0n)]
        const payments = sizes.map((each) => fundingPayment(each as Amount, mark as Price8, rate))
        const rest = fundingRest(payments)
        expect(payments.reduce((sum, payment) => sum - payment, 0n) + rest).toBe(0n)
        expect(rest >= 0n && rest < BigInt(sizes.length)).toBe(true)
      },
    ),
  )
})
