/** The most open orders of an account hold for orders that are under way together. */

import { expect, test } from "vitest"
import type { Amount, Lots, Ticks } from "#core/money/units.ts"
import { createEngine } from "#server/engine/engine.ts"
import { ACCOUNT_OPEN_ORDERS_MAX } from "#server/engine/orders/check-placement.ts"
import { spotInstrument } from "#tests/support/test-exchange.ts"
import { createExchange, systemClock } from "./exchange.ts"

test("of orders sent at once to two markets no more are accepted than an account may have open", async () => {
  const engine = createEngine()
  const exchange = createExchange({ engine, clock: systemClock, log: { error: () => undefined } })
  const markets = ["ABC_USDT", "XYZ_USDT"]
  for (const id of markets)
    await exchange.submit({
      type: "instrument.set",
      instrument: spotInstrument({ id, maxOpenOrders: 2 * ACCOUNT_OPEN_ORDERS_MAX }),
    })
  const amount = (10n ** 20n) as Amount
  await exchange.submit({ type: "faucet.draw", account: "u1", amounts: [{ currency: "USDT", amount }] })
  const place = (index: number, timeInForce: "gtc" | "ioc" = "gtc") =>
    exchange.submit({
      type: "order.place",
      account: "u1",
      instrument: markets[index % markets.length] ?? "",
      side: "buy",
      orderType: "limit",
      timeInForce,
      price: 1 as Ticks,
      quantity: 1 as Lots,
    })
  const answers = await Promise.all(
    Array.from({ length: ACCOUNT_OPEN_ORDERS_MAX + 150 }, (_, index) => place(index)),
  )
  expect(answers.filter(({ ok }) => ok)).toHaveLength(ACCOUNT_OPEN_ORDERS_MAX)
  expect(answers.at(-1)).toEqual({
    ok: false,
    problem: { name: "OPEN_ORDERS", values: { limit: ACCOUNT_OPEN_ORDERS_MAX } },
  })
  // What can't rest takes no place; and one that ended makes room.
  expect((await place(0, "ioc")).ok).toBe(true)
  await exchange.submit({ type: "order.cancel", account: "u1", order: 1 })
  expect((await place(0)).ok).toBe(true)
  expect((await place(0)).ok).toBe(false)
  await exchange.stop()
})
