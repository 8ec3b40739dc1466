/** No own order is lost in a ladder, whatever it is grouped by, and what is open at a price is exact. */

import fc from "fast-check"
import { expect, test } from "vitest"
import { formatAmount, unitsOf } from "#core/money/steps.ts"
import type { Position } from "#core/wire/contract.ts"
import type { OwnOrder } from "#core/wire/private-rows.ts"
import { entriesByStep, ownByStep, standsAt } from "./own-orders.model.ts"

const TICK = unitsOf("0.1")
const priceText = (ticks: number) => formatAmount(BigInt(ticks) * TICK)

const order = (terms: Partial<OwnOrder> & { id: number }): OwnOrder =>
  ({
    kind: "spot",
    side: "buy",
    type: "limit",
    status: "open",
    price: "1000",
    stopPrice: "",
    trailingPrice: "",
    quantity: "1",
    executed: "0",
    sequence: 1,
    ...terms,
  }) as OwnOrder

const orders = fc.array(
  fc.record({
    side: fc.constantFrom<"buy" | "sell">("buy", "sell"),
    ticks: fc.integer({ min: 9_000, max: 11_000 }),
    lots: fc.integer({ min: 1, max: 1e6 }),
    isStop: fc.boolean(),
  }),
  { maxLength: 40 },
)

test("every order stands at one step of its side, and the sums are exact", () => {
  fc.assert(
    fc.property(orders, fc.constantFrom(1, 10, 100), (all, group) => {
      const own = all.map(({ side, ticks, lots, isStop }, id) =>
        order({
          id,
          side,
          quantity: formatAmount(BigInt(lots)) as OwnOrder["quantity"],
          ...(isStop
            ? { status: "waiting", type: "stop-limit", stopPrice: priceText(ticks) as OwnOrder["stopPrice"] }
            : { price: priceText(ticks) as OwnOrder["price"] }),
        }),
      )
      const found = [...ownByStep(own, { tick: TICK, group, moves: new Map() }).values()]
      expect(found.flatMap((here) => here.orders).length).toBe(own.length)
      const sum = found.reduce((total, { open }) => total + (open ?? 0n), 0n)
      expect(sum).toBe(all.reduce((total, { lots }) => total + BigInt(lots), 0n))
      for (const { side, step, orders: here } of found)
        for (const each of here) {
          const at = standsAt(each, TICK)?.price ?? 0
          expect(each.side).toBe(side)
          expect(side === "buy" ? at - step : step - at).toBeGreaterThanOrEqual(0)
          expect(Math.abs(at - step)).toBeLessThan(group)
        }
    }),
  )
})

test("an order that is being moved stands where it was moved to", () => {
  const found = ownByStep([order({ id: 7 })], { tick: TICK, group: 1, moves: new Map([[7, 9_990]]) })
  expect([...found.keys()]).toEqual(["buy 9990"])
})

test("a trailing stop stands where it would fire, and can't be moved; before it follows it stands nowhere", () => {
  const trailing = order({ id: 1, type: "trailing-stop", status: "waiting", price: "" })
  expect(standsAt(trailing, TICK)).toBeUndefined()
  const following = order({ ...trailing, trailingPrice: "999.5" as OwnOrder["trailingPrice"] })
  const [here] = ownByStep([following], { tick: TICK, group: 1, moves: new Map() }).values()
  expect(here).toMatchObject({ step: 9_995, canMove: false, hasStop: true })
})

test("a position's entry is marked at the nearest step of its market", () => {
  const position = (instrument: string, entryPrice: string) => ({ instrument, entryPrice }) as Position
  const held = [position("BTC_USDT_PERP", "1000.46"), position("ETH_USDT_PERP", "1000")]
  const found = entriesByStep(held, { instrument: "BTC_USDT_PERP", tick: TICK, group: 10 })
  expect([...found.keys()]).toEqual([10_000])
})
