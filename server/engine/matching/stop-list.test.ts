/** Very many stops of one price all enter, in their order (S8, S9). */

import { expect, test } from "vitest"
import type { Lots, Price8, Ticks } from "#core/money/units.ts"
import { perpetualInstrument } from "#tests/support/test-exchange.ts"
import { Order } from "./order.ts"
import { StopList } from "./stop-list.ts"
import { beginTrail } from "./trailing-stops.ts"

/** More than one call takes as arguments. */
const MANY = 200_000
const instrument = perpetualInstrument()
const at = (price: number) => (BigInt(price) * instrument.tick) as Price8

const sell = (id: number, more: object) =>
  new Order(
    id,
    {
      type: "order.place",
      account: "ann",
      instrument: instrument.id,
      side: "sell",
      orderType: "trailing-stop",
      quantity: 1 as Lots,
      ...more,
    },
    instrument,
  )

test("trailing stops that one price fires enter by id, and the others go on following", () => {
  const stops = new StopList()
  for (let id = 1; id <= MANY; id += 1) {
    const order = sell(id, { distance: id % 2 === 0 ? 10_000_000n : 30_000_000n })
    beginTrail(order, at(100), instrument.tick)
    stops.addTrailing(order)
  }
  stops.follow("last", at(85))
  expect(stops.reachedCount).toBe(MANY / 2)
  const entered = Array.from({ length: MANY / 2 }, () => stops.takeReached()?.id)
  expect(entered).toEqual(Array.from({ length: MANY / 2 }, (_, index) => 2 * (index + 1)))
  expect(stops.lists().trailing).toHaveLength(MANY / 2)
  stops.follow("last", at(70))
  expect(stops.reachedCount).toBe(MANY / 2)
})

test("stops behind them stand behind them", () => {
  const stops = new StopList()
  const trailing = sell(2, { distance: 10_000_000n })
  beginTrail(trailing, at(100), instrument.tick)
  stops.addTrailing(trailing)
  stops.add(sell(1, { orderType: "stop-market", stopPrice: 90 as Ticks }), false)
  stops.follow("last", at(90))
  stops.reach("last", 90, 90)
  expect([stops.takeReached()?.id, stops.takeReached()?.id]).toEqual([2, 1])
})
