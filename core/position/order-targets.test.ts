/** Take-profit and stop-loss of an order, by percent and by money (P23). */

import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { type Amount, fineOf, type Price8, UNITS_PER_COIN } from "../money/units.ts"
import { comparedPrice, type OrderTargetTerms, targetOutcome, targetPrice } from "./order-targets.ts"
import { applyFill, FLAT } from "./position.ts"
import { isTargetReached } from "./target-price.ts"

const coins = (value: number) => BigInt(Math.round(value * 1e8)) as Amount
const price = (value: number) => coins(value) as bigint as Price8
const tick = 10_000_000n

/** An order that opens a position of this signed size, on top of what is held. */
function terms(size: number, at: number, held = FLAT): OrderTargetTerms {
  const { position } = applyFill(held, { size: coins(size), price: price(at) })
  return { isLong: size > 0, price: price(at), position, tick }
}
const percent = (value: number) => ({ by: "percent", rate: coins(value / 100) }) as const
const money = (value: number) => ({ by: "money", amount: coins(value) }) as const

describe("the price of a target (P23)", () => {
  test.each([
    ["a long's profit in percent", terms(2, 100), "takeProfit", percent(5), 105],
    ["a long's loss in percent", terms(2, 100), "stopLoss", percent(5), 95],
    ["a short's profit in percent", terms(-2, 100), "takeProfit", percent(5), 95],
    ["a short's loss in percent", terms(-2, 100), "stopLoss", percent(5), 105],
    ["a long's profit in money", terms(2, 100), "takeProfit", money(10), 105],
    ["a short's loss in money", terms(-2, 100), "stopLoss", money(10), 105],
    ["a tick towards the entry", terms(3, 100), "stopLoss", money(1), 99.7],
    ["none at zero", terms(2, 100), "stopLoss", percent(100), undefined],
    ["none where all is worth less", terms(2, 100), "stopLoss", money(201), undefined],
  ] as const)("%s", (_, given, name, aim, expected) => {
    expect(targetPrice(given, name, aim)).toBe(expected === undefined ? undefined : price(expected))
  })

  test("counts a percentage from the order's price, and money on the whole position", () => {
    const held = applyFill(FLAT, { size: coins(1), price: price(80) }).position
    expect(targetPrice(terms(1, 100, held), "takeProfit", percent(10))).toBe(price(110))
    // 2 with a cost of 180: 20 more are reached at 100.
    expect(targetPrice(terms(1, 100, held), "takeProfit", money(20))).toBe(price(100))
  })
})

test("what a target comes to: money, distance from the order and return at the leverage (P8, P9)", () => {
  expect(targetOutcome(terms(2, 100), price(105), 20)).toEqual({
    profit: coins(10),
    rate: coins(0.05),
    roe: coins(1),
  })
  expect(targetOutcome(terms(-2, 100), price(105), 20)).toEqual({
    profit: -coins(10),
    rate: -coins(0.05),
    roe: -coins(1),
  })
  const flat = { ...terms(2, 100), position: FLAT }
  expect(targetOutcome(flat, price(105), 20)).toBeUndefined()
})

test.each([
  ["a limit", { orderType: "limit", price: 100 }, 101, 100],
  ["a limit, at a better price of the market", { orderType: "limit", price: 100 }, 99, 99],
  ["the price of a stop by market", { orderType: "stop-market", stopPrice: 100 }, 99, 100],
  ["the limit of a stop", { orderType: "stop-limit", price: 101, stopPrice: 100 }, 99, 101],
  ["the market", { orderType: "market" }, 99, 99],
  ["the market for what follows it", { orderType: "trailing-stop", stopPrice: 100 }, 99, 99],
] as const)("targets of a buy are compared by %s (P23)", (_, order, source, expected) => {
  const given = { price: undefined, stopPrice: undefined, ...order }
  const exact = (value: number | undefined) => (value === undefined ? undefined : price(value))
  const own = { ...given, price: exact(given.price), stopPrice: exact(given.stopPrice) }
  expect(comparedPrice({ ...own, side: "buy" }, price(source))).toBe(price(expected))
})

describe("over random orders", () => {
  const order = fc.record({
    size: fc.bigInt({ min: 1n, max: 10n ** 13n }),
    isLong: fc.boolean(),
    ticks: fc.bigInt({ min: 2n, max: 10n ** 7n }),
    tick: fc.constantFrom(1n, 1_000n, 10_000_000n, 50_000_000n),
    heldSize: fc.bigInt({ min: 0n, max: 10n ** 12n }),
    heldTicks: fc.bigInt({ min: 2n, max: 10n ** 7n }),
    name: fc.constantFrom("takeProfit" as const, "stopLoss" as const),
    aim: fc.bigInt({ min: 1n, max: 10n ** 12n }),
  })
  type Random = typeof order extends fc.Arbitrary<infer T> ? T : never
  const made = ({ size, isLong, ticks, tick: step, heldSize, heldTicks }: Random): OrderTargetTerms => {
    const dir = isLong ? 1n : -1n
    const fill = (of: bigint, at: bigint) => ({ size: (dir * of) as Amount, price: (at * step) as Price8 })
    const held = heldSize === 0n ? FLAT : applyFill(FLAT, fill(heldSize, heldTicks)).position
    const { position } = applyFill(held, fill(size, ticks))
    return { isLong, price: (ticks * step) as Price8, position, tick: step }
  }
  const profitAt = ({ position }: OrderTargetTerms, at: bigint) => position.size * at - position.cost

  test("a target by money never brings more than was asked for, and a tick further would", () => {
    fc.assert(
      fc.property(order, (given) => {
        const of = made(given)
        const isProfit = given.name === "takeProfit"
        const found = targetPrice(of, given.name, { by: "money", amount: given.aim as Amount })
        const asked = fineOf(given.aim as Amount)
        if (found === undefined) {
          // Even at the first tick there is less: nothing above zero gets there.
          const first = profitAt(of, given.tick)
          return isProfit ? first < asked : -first < asked
        }
        const [at, beyond] = [found, found + (given.isLong === isProfit ? of.tick : -of.tick)]
        const sign = isProfit ? 1n : -1n
        return (
          found % of.tick === 0n &&
          sign * profitAt(of, at) <= asked &&
          (beyond === 0n || sign * profitAt(of, beyond) > asked)
        )
      }),
    )
  })

  test("a target by percent never lies farther than was asked for, on the right side, within a tick of it", () => {
    fc.assert(
      fc.property(order, fc.bigInt({ min: 1n, max: 3n * UNITS_PER_COIN }), (given, rate) => {
        const of = made(given)
        const found = targetPrice(of, given.name, { by: "percent", rate })
        const isAbove = given.isLong === (given.name === "takeProfit")
        const exact = of.price * (isAbove ? UNITS_PER_COIN + rate : UNITS_PER_COIN - rate)
        if (found === undefined) return exact <= 0n
        const miss = isAbove ? exact - found * UNITS_PER_COIN : found * UNITS_PER_COIN - exact
        return found % of.tick === 0n && miss >= 0n && miss < of.tick * UNITS_PER_COIN
      }),
    )
  })

  test("its rate and its money have the signs of what it is for, and its return follows the leverage", () => {
    fc.assert(
      fc.property(order, fc.bigInt({ min: 1n, max: UNITS_PER_COIN }), (given, rate) => {
        const of = { ...made({ ...given, heldSize: 0n }) }
        const found = targetPrice(of, given.name, { by: "percent", rate })
        if (found === undefined) return true
        const outcome = targetOutcome(of, found, 10)
        const once = targetOutcome(of, found, 1)
        if (!outcome || !once) return false
        const sign = given.name === "takeProfit" ? 1n : -1n
        // Ten times the return, but for the rounding of each.
        const drift = outcome.roe - 10n * once.roe
        // Rounded to its nearest, a loss of less than a unit is one.
        return sign * outcome.rate >= 0n && sign * outcome.profit >= -1n && drift >= -5n && drift <= 5n
      }),
    )
  })

  test("one that isn't reached where the order opens gains as a take-profit and loses as a stop-loss", () => {
    fc.assert(
      fc.property(order, fc.bigInt({ min: 1n, max: 10n ** 7n }), (given, ticks) => {
        const of = made({ ...given, heldSize: 0n })
        const at = (ticks * of.tick) as Price8
        const target = { isLong: of.isLong, kind: given.name, price: at }
        const profit = profitAt(of, at)
        if (isTargetReached(target, of.price))
          return given.name === "takeProfit" ? profit <= 0n : profit >= 0n
        return given.name === "takeProfit" ? profit > 0n : profit < 0n
      }),
    )
  })
})
