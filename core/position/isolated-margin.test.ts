/** Isolated margin: a reduction (P18), a new leverage (P20), taking out (P21). */

import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { type Amount, type Fine, fineOf } from "../money/units.ts"
import { type IsolatedPosition, marginMissing, releaseMargin, removableMargin } from "./isolated-margin.ts"

const coins = (value: number) => BigInt(Math.round(value * 1e8)) as Amount
const fine = (value: number) => fineOf(coins(value))

describe("A reduction (P18)", () => {
  const reduce = (closed: bigint, realised: number, fee: number) =>
    releaseMargin(coins(100), { closed, quantity: 4n, realised: coins(realised), fee: coins(fee) })

  test.each<[string, ReturnType<typeof reduce>, [number, number, number]]>([
    ["pays out its share with the profit, less the fee", reduce(1n, 10, 1), [34, 75, 0]],
    ["takes a loss from its share", reduce(1n, -10, 1), [14, 75, 0]],
    ["takes what the share can't pay from the rest, never from the wallet", reduce(1n, -40, 1), [0, 59, 0]],
    ["gives back all of it at flat", reduce(4n, 0, 1), [99, 0, 0]],
    ["says what the margin couldn't pay", reduce(4n, -120, 1), [0, 0, 21]],
  ])("%s", (_, { paidOut, margin, lacking }, expected) => {
    expect([paidOut, margin, lacking]).toEqual(expected.map(coins))
  })

  test("releases down to a unit, and neither makes nor loses any (U5)", () => {
    const amount = (most: bigint) => fc.bigInt({ min: 0n, max: most })
    fc.assert(
      fc.property(
        fc.record({
          margin: amount(1_000n),
          closed: fc.bigInt({ min: 1n, max: 7n }),
          realised: fc.bigInt({ min: -900n, max: 900n }),
          fee: amount(9n),
        }),
        ({ margin, closed, realised, fee }) => {
          const release = releaseMargin(margin as Amount, {
            closed,
            quantity: 7n,
            realised: realised as Amount,
            fee: fee as Amount,
          })
          expect(release.paidOut + release.margin - release.lacking).toBe(margin + realised - fee)
          if (realised >= fee) expect(release.margin).toBe(margin - (margin * closed) / 7n)
        },
      ),
    )
  })
})

const position: IsolatedPosition = {
  margin: coins(100),
  unrealised: fine(0),
  notional: fine(1_000),
  maintenance: fine(10),
}

describe("What may be taken out (P21)", () => {
  test.each<[string, Partial<IsolatedPosition>, number, number]>([
    ["what the leverage doesn't ask for", {}, 20, 50],
    ["a loss stays covered", { unrealised: fine(-30) }, 20, 20],
    ["a profit can't be taken out", { unrealised: fine(30) }, 20, 50],
    ["nothing where all is needed", {}, 5, 0],
  ])("%s", (_, fields, leverage, expected) => {
    expect(removableMargin({ ...position, ...fields }, leverage)).toBe(coins(expected))
  })

  test("the equity stays above the maintenance margin, by a unit at least", () => {
    const close = { ...position, maintenance: fine(60) }
    expect(removableMargin(close, 125)).toBe(coins(40) - 1n)
    expect(removableMargin({ ...close, unrealised: -1n as Fine }, 125)).toBe(coins(40) - 1n)
    expect(removableMargin({ ...close, maintenance: fine(100) }, 125)).toBe(0n)
  })
})

test("a lower leverage needs M + min(0, uPnL) ≥ notional / leverage, and says what is missing (P20)", () => {
  expect(marginMissing(position, 10)).toBe(0n)
  expect(marginMissing(position, 8)).toBe(coins(25))
  expect(marginMissing({ ...position, unrealised: fine(-1.5) }, 10)).toBe(coins(1.5))
  expect(marginMissing({ ...position, unrealised: fine(80) }, 8)).toBe(coins(25))
  expect(marginMissing({ ...position, notional: (fine(1_000) + 1n) as Fine }, 10)).toBe(1n)
})
