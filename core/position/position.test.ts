/** Positions and fills (P7, P8), and the rounding of realised profit (U5). */

import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { type Amount, type Price8, UNITS_PER_COIN } from "../money/units.ts"
import { applyFill, entryPrice, FLAT, type Position } from "./position.ts"

const coins = (value: number) => BigInt(Math.round(value * 1e8)) as Amount
const price = (value: number) => coins(value) as bigint as Price8
const fill = (position: Position, size: number, at: number) =>
  applyFill(position, { size: coins(size), price: price(at) })
/** Applies [signed quantity, price] one after the other. */
const held = (...fills: [number, number][]) =>
  fills.reduce((position, [size, at]) => fill(position, size, at).position, FLAT)

describe("A fill (P8)", () => {
  test("of the same side adds its cost; the entry is their mean", () => {
    const long = held([1, 1_560], [0.5, 1_563])
    expect(long).toMatchObject({ size: coins(1.5), carry: 0n })
    expect(entryPrice(long)).toBe(price(1_561))
    expect(entryPrice(held([-1, 100], [-3, 104]))).toBe(price(103))
    expect(entryPrice(FLAT)).toBeUndefined()
  })

  test.each<[string, number, number, number, number]>([
    ["a long sold higher gains", 2, -1, 110, 10],
    ["a long sold lower loses", 2, -1, 95, -5],
    ["a short bought back lower gains", -2, 1, 95, 5],
    ["a short bought back higher loses", -2, 1, 110, -10],
    ["all of it at flat", 2, -2, 110, 20],
  ])("of the other side realises: %s", (_, size, closing, at, realised) => {
    const result = fill(held([size, 100]), closing, at)
    expect(result).toMatchObject({ realised: coins(realised), closed: coins(Math.abs(closing)), opened: 0n })
    expect(entryPrice(result.position)).toBe(size + closing === 0 ? undefined : price(100))
  })

  test("beyond the position closes it and opens the other way", () => {
    const { position, realised, closed, opened } = fill(held([2, 100]), -5, 110)
    expect({ realised, closed, opened }).toEqual({ realised: coins(20), closed: coins(2), opened: coins(3) })
    expect(position).toEqual({ size: coins(-3), cost: -coins(3) * price(110), carry: 0n })
  })

  test("releases cost towards zero, in fine units (U5)", () => {
    const sold = (size: bigint, at: bigint) => ({ size: -size as Amount, price: at as Price8 })
    const short = applyFill(applyFill(FLAT, sold(1n, 100_000_001n)).position, sold(2n, 100_000_000n)).position
    expect(applyFill(short, sold(-1n, 100_000_000n)).position.cost).toBe(-200_000_001n)
  })

  test("realises down to a unit and keeps the rest as carry, to be paid with the next reduction (U5)", () => {
    const third = { size: 3n as Amount, price: 100_000_001n as Price8 }
    const long = applyFill(FLAT, third).position
    const first = applyFill(long, { size: -1n as Amount, price: 100_000_000n as Price8 })
    expect(first).toMatchObject({ realised: -1n, position: { carry: 99_999_999n } })
    const second = applyFill(first.position, { size: -1n as Amount, price: 100_000_002n as Price8 })
    expect(second).toMatchObject({ realised: 1n, position: { carry: 0n } })
  })
})

const tick = 1_000_000n
const lot = 100_000n
const fills = fc.array(
  fc.record({
    size: fc.integer({ min: -50, max: 50 }).filter((lots) => lots !== 0),
    ticks: fc.integer({ min: 1, max: 10_000 }),
  }),
  { minLength: 1, maxLength: 40 },
)

describe("Over any fills (P8)", () => {
  test("what was realised, the carry and the cost add up to what was paid; at flat the carry is zero", () => {
    fc.assert(
      fc.property(fills, (drawn) => {
        let position = FLAT
        let realised = 0n
        let paid = 0n
        for (const { size, ticks } of drawn) {
          const next = { size: (BigInt(size) * lot) as Amount, price: (BigInt(ticks) * tick) as Price8 }
          const result = applyFill(position, next)
          position = result.position
          realised += result.realised
          paid += next.size * next.price
          expect(position.carry >= 0n && position.carry < UNITS_PER_COIN).toBe(true)
          expect(result.closed + result.opened).toBe(next.size < 0n ? -next.size : next.size)
          expect(position.cost - realised * UNITS_PER_COIN - position.carry).toBe(paid)
          expect(position.size === 0n || position.size > 0n === position.cost > 0n).toBe(true)
          if (position.size === 0n) expect(position).toEqual(FLAT)
        }
      }),
    )
  })
})
