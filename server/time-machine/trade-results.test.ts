/** What coins sold have brought, worked out by hand. */

import { describe, expect, test } from "vitest"
import type { FillEvent } from "../engine/event.ts"
import { feeInQuote, resultsOfSales } from "./trade-results.ts"

const UNIT = 100_000_000n
const market = { lot: UNIT / 100n, base: "BTC", tick: UNIT } as never
const nothing = { amount: 0n, price: 0n as never }

/** Of so many hundredths of a coin at whole dollars; the fee in the base of a buy, in the quote of a sale. */
const fill = (order: number, side: "buy" | "sell", hundredths: number, price: number, fee: bigint) =>
  ({
    ...{ order, side, quantity: hundredths, price, fee, feeCurrency: side === "buy" ? "BTC" : "USDT" },
    turnover: (BigInt(hundredths * price) * UNIT) / 100n,
  }) as unknown as FillEvent

describe("the result of a sale", () => {
  test("is what it brought after its fee, less the average cost with the fees of buying", () => {
    // 1 coin for 100 and 1 for 300: less 0.01 of a coin in fees, 1.99 coins cost 400.
    const fills = [
      fill(1, "buy", 100, 100, UNIT / 100n),
      fill(2, "buy", 100, 300, 0n),
      fill(3, "sell", 100, 250, UNIT),
    ]
    const cost = (400n * UNIT * 100n) / 199n
    expect(resultsOfSales(fills, market, nothing)[0]).toBeOneOf([
      250n * UNIT - UNIT - cost,
      249n * UNIT - cost - 1n,
    ])
  })

  test("is one for an order that was filled in parts", () => {
    const fills = [fill(1, "buy", 100, 100, 0n), fill(2, "sell", 40, 110, 0n), fill(2, "sell", 60, 90, 0n)]
    expect(resultsOfSales(fills, market, nothing)).toEqual([-2n * UNIT])
  })

  test("counts coins that were there at the start at the price of then", () => {
    const owned = { amount: UNIT, price: (50n * UNIT) as never }
    expect(resultsOfSales([fill(1, "sell", 100, 80, 0n)], market, owned)).toEqual([30n * UNIT])
  })
})

test("a fee in coins is counted at the price of its fill", () => {
  expect(feeInQuote(fill(1, "buy", 100, 200, UNIT / 10n), market)).toBe(20n * UNIT)
  expect(feeInQuote(fill(1, "sell", 100, 200, UNIT), market)).toBe(UNIT)
})
