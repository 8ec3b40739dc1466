/** Open orders are found, however many came after them. */

import { describe, expect, test } from "vitest"
import type { Lots, Ticks } from "#core/money/units.ts"
import { OpenOrders } from "./open-orders.ts"
import { Order } from "./order.ts"

const orderOf = (id: number, clientOrderId?: string) =>
  new Order(
    id,
    {
      type: "order.place",
      account: "ann",
      instrument: "ABC_USDT",
      side: "buy",
      orderType: "limit",
      price: 100 as Ticks,
      quantity: 1 as Lots,
      ...(clientOrderId !== undefined && { clientOrderId }),
    },
    { kind: "spot", stpDefault: "NONE" },
  )
/** Ids so far apart share one place among the recent ones. */
const APART = 65_536

describe("Open orders", () => {
  test("an old one is still found when a newer one has taken its place, and either can go first", () => {
    for (const first of [7, 7 + APART]) {
      const open = new OpenOrders()
      const orders = [7, 7 + APART, 7 + 2 * APART].map((id) => orderOf(id))
      for (const order of orders) open.add(order)
      expect(orders.map(({ id }) => open.get(id))).toEqual(orders)
      const gone = orders.find(({ id }) => id === first)
      if (gone) open.delete(gone)
      expect([open.size, open.get(first)]).toEqual([2, undefined])
      expect(open.values().map(({ id }) => id)).toEqual(
        [7, 7 + APART, 7 + 2 * APART].filter((id) => id !== first),
      )
    }
  })

  test("they come by id, in whatever order a snapshot brought them", () => {
    const open = new OpenOrders()
    for (const id of [9 + APART, 9, 4, 5 + APART]) open.add(orderOf(id))
    expect(open.values().map(({ id }) => id)).toEqual([4, 9, 5 + APART, 9 + APART])
    expect([open.get(9)?.id, open.get(9 + APART)?.id, open.get(9 + 2 * APART)]).toEqual([
      9,
      9 + APART,
      undefined,
    ])
  })

  test("the newest of a client order id is named, and keeps it when the older one ends", () => {
    const open = new OpenOrders()
    const [older, newer] = [orderOf(1, "mine"), orderOf(2, "mine")]
    open.add(older)
    open.add(newer)
    open.delete(older)
    expect(open.named("ann", "mine")?.id).toBe(2)
    open.delete(newer)
    expect(open.named("ann", "mine")).toBeUndefined()
  })
})
