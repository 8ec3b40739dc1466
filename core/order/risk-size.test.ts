/** The size from a risk: the loss at the stop is that amount, never more, and one lot more would lose more. */

import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { divideUp } from "../money/rounding.ts"
import { UNITS_PER_COIN } from "../money/units.ts"
import { feeOf } from "./fee.ts"
import { type RiskedOrder, riskSize, stopAtDistance } from "./risk-size.ts"

const coins = (amount: number) => BigInt(Math.round(amount * 1e8))
const plain = {
  side: "buy",
  entry: coins(67_000),
  stop: coins(66_000),
  risk: coins(20),
  rate: 0n,
  lot: 1000n,
} as const

describe("the size from a risk", () => {
  test.each([
    // 1,000 below the price: 20 USDT are 0.02 BTC
    ["a buy", plain, 2000n, "20"],
    ["a sale", { ...plain, side: "sell", stop: coins(68_000) }, 2000n, "20"],
    // 1,000 and 67 + 66 of fees a coin: 20 / 1,133
    ["one with fees", { ...plain, rate: 100_000n }, 1765n, "19.99745"],
    ["one with a rebate", { ...plain, rate: -100_000n }, 2000n, "20"],
    ["one above the largest order", { ...plain, lotsMost: 500n }, 500n, "5"],
  ] as const)("of %s is what loses so much at the stop", (_what, order, lots, loss) => {
    const found = riskSize(order)
    expect(found).toMatchObject({ kind: "size", lots, loss: coins(Number(loss)) })
  })

  test("is none where the stop would win, or one lot loses more", () => {
    expect(riskSize({ ...plain, stop: plain.entry })).toEqual({ kind: "wrong-side" })
    expect(riskSize({ ...plain, side: "sell" })).toEqual({ kind: "wrong-side" })
    expect(riskSize({ ...plain, stop: 0n })).toEqual({ kind: "wrong-side" })
    expect(riskSize({ ...plain, risk: 1n })).toEqual({ kind: "too-little" })
    expect(riskSize({ ...plain, risk: 0n })).toEqual({ kind: "too-little" })
  })

  test("loses at most the risk, by the fees that the exchange would take, and a lot more would lose more", () => {
    fc.assert(
      fc.property(anyOrder(), (order) => {
        const found = riskSize(order)
        if (found.kind === "wrong-side") return
        const lots = found.kind === "size" ? found.lots : 0n
        expect(lost(order, lots)).toBeLessThanOrEqual(order.risk)
        expect(lost(order, lots + 1n)).toBeGreaterThan(order.risk)
        if (found.kind === "size") expect(found.loss).toBe(lost(order, lots))
      }),
      { numRuns: 2000 },
    )
  })

  test("never grows with a wider stop or a higher fee, nor shrinks with a higher risk", () => {
    const lotsOf = (order: RiskedOrder) => {
      const found = riskSize(order)
      return found.kind === "size" ? found.lots : 0n
    }
    fc.assert(
      fc.property(anyOrder(), fc.bigInt(1n, 1_000_000n), (order, more) => {
        if (riskSize(order).kind === "wrong-side") return
        const lots = lotsOf(order)
        expect(lotsOf({ ...order, risk: order.risk + more })).toBeGreaterThanOrEqual(lots)
        expect(lotsOf({ ...order, rate: order.rate + more })).toBeLessThanOrEqual(lots)
        if (order.side === "sell")
          expect(lotsOf({ ...order, stop: order.stop + more })).toBeLessThanOrEqual(lots)
      }),
      { numRuns: 1000 },
    )
  })
})

describe("a stop in percent", () => {
  test.each([
    ["buy", coins(100), 2_000_000n, coins(98)],
    ["sell", coins(100), 2_000_000n, coins(102)],
    // 66,999.9 and 67,133.9999…
    ["buy", coins(67_133.9), 200_000n, coins(66_999.6)],
    ["sell", coins(67_133.9), 200_000n, coins(67_268.2)],
  ] as const)("of a %s from %d by %d stands a tick further, never nearer", (side, entry, rate, stop) => {
    expect(stopAtDistance({ side, entry, tick: coins(0.1) }, rate)).toBe(stop)
  })

  test("is none at or below zero", () => {
    expect(
      stopAtDistance({ side: "buy", entry: coins(100), tick: coins(0.1) }, UNITS_PER_COIN),
    ).toBeUndefined()
    expect(stopAtDistance({ side: "buy", entry: coins(0.1), tick: coins(0.1) }, 1n)).toBeUndefined()
  })

  test("lies beyond the distance, by less than a tick", () => {
    fc.assert(
      fc.property(
        fc.constantFrom("buy" as const, "sell" as const),
        fc.bigInt(1n, 10n ** 14n),
        fc.bigInt(1n, 10n ** 9n),
        fc.bigInt(1n, UNITS_PER_COIN - 1n),
        (side, entry, tick, rate) => {
          const stop = stopAtDistance({ side, entry, tick }, rate)
          if (stop === undefined) return
          const away = (side === "buy" ? entry - stop : stop - entry) * UNITS_PER_COIN
          expect(away).toBeGreaterThanOrEqual(entry * rate)
          expect(away).toBeLessThan(entry * rate + tick * UNITS_PER_COIN)
        },
      ),
    )
  })
})

const anyOrder = () =>
  fc.record({
    side: fc.constantFrom("buy" as const, "sell" as const),
    entry: fc.bigInt(1n, 10n ** 13n),
    stop: fc.bigInt(1n, 10n ** 13n),
    risk: fc.bigInt(0n, 10n ** 13n),
    rate: fc.bigInt(-100_000n, 1_000_000n),
    lot: fc.bigInt(1n, 10n ** 8n),
  })

/** By the fee of each order as U5 rounds it, in another order of multiplication. */
function lost({ side, entry, stop, rate, lot }: RiskedOrder, lots: bigint): bigint {
  const away = side === "buy" ? entry - stop : stop - entry
  const fee = (price: bigint) => (rate <= 0n ? 0n : divideUp(price * lots * lot * rate, 10n ** 16n))
  const price = divideUp(away * lots * lot, UNITS_PER_COIN)
  // Where a turnover is whole, that is the fee of core/order/fee.ts.
  if ((entry * lots * lot) % UNITS_PER_COIN === 0n && rate > 0n)
    expect(fee(entry)).toBe(feeOf((entry * lots * lot) / UNITS_PER_COIN, rate))
  return price + fee(entry) + fee(stop)
}
