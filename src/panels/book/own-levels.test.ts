/** Do own orders mark the rows in which they stand, grouped as the book is? */

import { expect, test } from "vitest"
import type { SpotOrder } from "#core/wire/trading.ts"
import { ownLevels } from "./own-levels.ts"

const order = (side: "buy" | "sell", price: string, status: SpotOrder["status"] = "new") =>
  ({ side, price, status }) as SpotOrder

test.each([
  [1, ["67284.1", "67290.0"], ["67283.9", "67280.0"]],
  [10, ["67285.0", "67290.0"], ["67283.0", "67280.0"]],
  [100, ["67290.0"], ["67280.0"]],
])("in groups of %i ticks asks are marked at %j and bids at %j", (group, asks, bids) => {
  const orders = [
    order("sell", "67284.1"),
    order("sell", "67290.0", "partly-filled"),
    order("buy", "67283.9"),
    order("buy", "67280.0"),
  ]
  const levels = ownLevels(orders, "0.1", group)
  expect([...levels.asks]).toEqual(asks)
  expect([...levels.bids]).toEqual(bids)
})

test("a stop that waits and an order without a price mark nothing", () => {
  const levels = ownLevels([order("buy", "67280.0", "waiting"), order("buy", "")], "0.1", 1)
  expect(levels.bids.size).toBe(0)
})
