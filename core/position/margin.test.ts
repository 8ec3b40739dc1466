/** Margin of an account (P10, P12, P14, P15, P16). */

import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { type Amount, type Fine, fineOf, type Price8 } from "../money/units.ts"
import {
  bearsIsolated,
  type CrossAccount,
  crossRequirement,
  equityOf,
  freeMargin,
  hedgeExposure,
  initialMargin,
  isLiquidatable,
  marginRatio,
  notionalAt,
  oneWayExposure,
  withdrawable,
} from "./margin.ts"

const coins = (value: number) => BigInt(Math.round(value * 1e8)) as Amount
const fine = (value: number) => fineOf(coins(value))

test("the initial margin is rounded up to a unit (U5, P11)", () => {
  const notional = notionalAt(coins(-1), coins(9_253.3) as bigint as Price8)
  expect(initialMargin(notional, 20)).toBe(coins(462.665))
  expect(initialMargin((notional + 1n) as Fine, 20)).toBe(coins(462.665) + 1n)
})

describe("The margin ratio (P10)", () => {
  const equity = equityOf(coins(300), fine(-170))

  test.each<[string, Fine, Fine, bigint | undefined]>([
    ["is MM / E", fine(150), equity, 115_384_615n],
    [
      "is down, so that it reaches 80 % no sooner than the account",
      (fine(104) - 1n) as Fine,
      equity,
      79_999_999n,
    ],
    ["is 100 % exactly where it is", fine(130), equity, 100_000_000n],
    ["is none without equity: above 100 %", fine(150), fine(0), undefined],
    ["is none below zero", fine(150), fine(-1), undefined],
    ["is 0 without a position", fine(0), fine(-1), 0n],
  ])("%s", (_, maintenance, own, ratio) => {
    expect(marginRatio(maintenance, own)).toBe(ratio)
  })

  test("liquidates from 100 % on, and exactly there", () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 1_000n }),
        fc.bigInt({ min: -1_000n, max: 1_000n }),
        (mm, own) => {
          const ratio = marginRatio(mm as Fine, own as Fine)
          expect(isLiquidatable(mm as Fine, own as Fine)).toBe(ratio === undefined || ratio >= 100_000_000n)
        },
      ),
    )
  })
})

describe("The requirement of an instrument (P12)", () => {
  test.each([
    ["a long with more buys", 100, 50, 30, 150],
    ["a long with sells that turn it", 100, 0, 250, 150],
    ["a short with more sells", -100, 20, 40, 140],
    ["orders on both sides count once", 0, 80, 70, 80],
    ["orders that only close count nothing more", 100, 0, 100, 100],
  ])("one-way: %s", (_, position, buys, sells, exposure) => {
    expect(oneWayExposure(fine(position), fine(buys), fine(sells))).toBe(fine(exposure))
  })

  test("hedge: both sides add up", () => {
    expect(hedgeExposure(fine(100), fine(20), fine(60), fine(5))).toBe(fine(185))
  })

  test("is the exposure by the leverage, up, with the open losses and fees of its orders", () => {
    const orders = { losses: 5n as Fine, fees: 7n as Fine }
    expect(crossRequirement(100n as Fine, 3, orders)).toBe(34n + 12n)
  })
})

const account: CrossAccount = {
  available: coins(100),
  advance: coins(0),
  unrealised: fine(50),
  requirements: fine(30),
}

describe("What is free (P15) and what may leave (P16)", () => {
  test.each<[string, Partial<CrossAccount>, number, number]>([
    ["open profit carries orders but can't leave", {}, 120, 70],
    ["an open loss counts in both", { unrealised: fine(-50) }, 20, 20],
    ["no more than the cash leaves", { requirements: fine(0) }, 150, 100],
    ["nothing leaves below zero", { unrealised: fine(-90) }, -20, 0],
    ["an advance is owed", { available: coins(0), advance: coins(10) }, 10, 0],
  ])("%s", (_, fields, free, out) => {
    expect(freeMargin({ ...account, ...fields })).toBe(fine(free))
    expect(withdrawable({ ...account, ...fields })).toBe(coins(out))
  })

  test("what may leave is rounded down (U5)", () => {
    expect(withdrawable({ ...account, unrealised: -1n as Fine })).toBe(coins(70) - 1n)
  })

  test("an isolated order leans on cash alone, and on no more than is free (P15)", () => {
    expect(bearsIsolated(account, coins(100))).toBe(true)
    expect(bearsIsolated(account, coins(100.1))).toBe(false)
    expect(bearsIsolated({ ...account, unrealised: fine(-50) }, coins(20))).toBe(true)
    expect(bearsIsolated({ ...account, unrealised: fine(-50) }, coins(20.1))).toBe(false)
  })
})
