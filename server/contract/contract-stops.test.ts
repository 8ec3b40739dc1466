/** Stops of contracts, and orders with take-profit and stop-loss, through the real server, and that a restart keeps them (S9, S14, P23). */

import { afterAll, beforeAll, describe, expect, test, vi } from "vitest"
import { type PerpetualOrder, PROBLEMS } from "#core/wire/index.ts"
import type { OwnOrder } from "#core/wire/private-rows.ts"
import type { RunningServer } from "#server/start/start-server.ts"
import {
  byMarket,
  CONTRACT,
  endedOf,
  listenTo,
  newContractTrader,
  newLong,
  openOf,
  placeContract,
  setTargets,
  told,
} from "#tests/support/contract-trader.ts"
import { startInProcess } from "#tests/support/in-process-server.ts"
import { get } from "#tests/support/person.ts"
import { freshFolder, removeFolders } from "#tests/support/saker-process.ts"
import { newTrader, priceAt } from "#tests/support/trader.ts"

const WITHIN_MS = 180_000
const ENVIRONMENT = {
  SAKER_MARKETS: "2",
  SAKER_ACCOUNT_CALLS_PER_SECOND: "1000",
  SAKER_ORDERS_PER_SECOND: "1000",
}

let server: RunningServer
/** Far below and far above the market. */
let low: string
let high: string
beforeAll(async () => {
  server = await startInProcess(ENVIRONMENT)
  low = await priceAt(server, CONTRACT, 0.8)
  high = await priceAt(server, CONTRACT, 1.2)
}, WITHIN_MS)
afterAll(async () => {
  await server.close()
  removeFolders()
}, WITHIN_MS)

const refusalOf = (name: keyof typeof PROBLEMS) => ({ code: PROBLEMS[name], data: null })

/** What an order has that is neither stop nor protected. */
const PLAIN = {
  ...{ stopSource: "", distance: "", closePosition: false },
  ...{
    takeProfit: null,
    stopLoss: null,
    targetsPart: false,
    origin: "",
    expiresAt: 0,
    group: 0,
    groupKind: "",
    shownQuantity: "",
  },
}

/** All of them that doesn't move with the market by itself. */
const still = (orders: readonly OwnOrder[] = []) => orders.map((order) => ({ ...order, trailingPrice: "" }))

describe("a stop (S9)", () => {
  test("tells its fields in the answer, on the socket, while it waits and once it has ended", async () => {
    const trader = await newLong(server)
    const whole = { side: "sell", closePosition: true }
    const part = { side: "sell", quantity: "0.002", reduceOnly: true }
    const expiresAt = Date.now() + 3_600_000
    const asked: [object, object][] = [
      [
        { ...part, type: "stop-market", stopPrice: low, stopSource: "mark", expiresAt },
        { stopPrice: low, stopSource: "mark", quantity: "0.002", expiresAt },
      ],
      [
        { ...whole, type: "stop-market", stopPrice: low },
        { stopPrice: low, stopSource: "last", closePosition: true, quantity: "0.000", reduceOnly: true },
      ],
      [
        { ...part, type: "stop-limit", stopPrice: low, price: low, stopSource: "mark" },
        { stopPrice: low, price: low, stopSource: "mark" },
      ],
      [
        { ...part, type: "trailing-stop", distance: "0.1" },
        { distance: "0.1", stopPrice: "", stopSource: "last" },
      ],
      [
        { ...whole, type: "trailing-stop", distance: "0.005", stopPrice: high, stopSource: "mark" },
        { distance: "0.005", stopPrice: high, stopSource: "mark", closePosition: true },
      ],
      [
        { side: "buy", type: "limit", price: low, quantity: "0.01", takeProfit: { price: high, limit: low } },
        { ...PLAIN, takeProfit: { price: high, source: "mark", limit: low } },
      ],
      [
        {
          ...{ side: "buy", type: "stop-market", stopPrice: high, quantity: "0.01" },
          ...{ stopLoss: { price: low, source: "last" }, targetsPart: true },
        },
        { stopLoss: { price: low, source: "last", limit: "" }, targetsPart: true, takeProfit: null },
      ],
    ]
    const placed: PerpetualOrder[] = []
    for (const [order, told] of asked) {
      const { code, data } = await placeContract(trader, order)
      expect([code, data]).toMatchObject([200, told])
      placed.push(data)
    }
    expect(placed.map(({ status }) => status)).toEqual([...Array(5).fill("waiting"), "new", "waiting"])
    expect(still(await openOf(trader))).toEqual(still(placed.toReversed()))
    const client = await listenTo(server, trader.token)
    expect(still(client.account?.orders)).toEqual(still(placed))
    await trader.post("/contract/cancelAll", {})
    const ended = placed.map((order) => ({
      ...order,
      ...{ status: "cancelled", updated: expect.any(Number), sequence: expect.any(Number) },
      trailingPrice: "",
    }))
    const [, ...history] = (await endedOf(trader)).toSorted((one, other) => one.id - other.id)
    expect(history).toEqual(ended)
    const ends = () => told<OwnOrder>(client, "order").filter(({ status }) => status === "cancelled")
    await client.until(() => ends().length === ended.length, "the end of each order")
    expect(ends()).toEqual(ended)
    await client.close()
  })

  test("that waits is moved by its stop price, stored as well", async () => {
    const trader = await newContractTrader(server)
    const order = { side: "buy", type: "stop-market", stopPrice: high, quantity: "0.002" }
    const { data: placed } = await placeContract(trader, order)
    const stopPrice = await priceAt(server, CONTRACT, 1.3)
    const moved = await trader.post("/contract/amend", { id: placed.id, stopPrice, quantity: "0.003" })
    expect(moved).toMatchObject({ code: 200, data: { stopPrice, quantity: "0.003", price: "" } })
    expect(await trader.post("/contract/amend", { id: placed.id, price: low })).toMatchObject(
      refusalOf("TYPE_COMBINATION"),
    )
    await trader.post("/contract/cancel", { id: placed.id })
    expect(await endedOf(trader)).toMatchObject([{ id: placed.id, stopPrice, status: "cancelled" }])
  })

  test("that closes the position ends with it", async () => {
    const trader = await newLong(server)
    await placeContract(trader, { side: "sell", type: "stop-market", stopPrice: low, closePosition: true })
    await trader.post("/contract/close", { instrument: CONTRACT })
    expect(await openOf(trader)).toEqual([])
    const [, stop] = (await endedOf(trader)).toSorted((one, other) => other.id - one.id)
    expect(stop).toMatchObject({ closePosition: true, status: "expired", reason: "REDUCE_ONLY" })
  })

  const stop = { side: "sell", type: "stop-market", quantity: "0.01" }
  const trail = { side: "sell", type: "trailing-stop", quantity: "0.01", distance: "0.01" }
  const buy = { side: "buy", type: "market", quantity: "0.01" }
  test.each<[keyof typeof PROBLEMS, () => object]>([
    ["TYPE_COMBINATION", () => stop],
    ["TYPE_COMBINATION", () => ({ ...stop, stopPrice: low, price: low })],
    ["TYPE_COMBINATION", () => ({ ...stop, stopPrice: low, distance: "0.01" })],
    ["TYPE_COMBINATION", () => ({ ...stop, stopPrice: low, closePosition: true })],
    ["TYPE_COMBINATION", () => ({ ...stop, stopPrice: low, quantity: undefined })],
    ["TYPE_COMBINATION", () => ({ ...trail, distance: undefined })],
    ["TYPE_COMBINATION", () => ({ ...buy, stopSource: "mark" })],
    ["TYPE_COMBINATION", () => ({ ...buy, targetsPart: true })],
    ["TYPE_COMBINATION", () => ({ ...buy, reduceOnly: true, stopLoss: { price: low } })],
    ["DISTANCE_RANGE", () => ({ ...trail, distance: "0.0009" })],
    ["DISTANCE_RANGE", () => ({ ...trail, distance: "0.50000001" })],
    ["PRECISION", () => ({ ...buy, stopLoss: { price: "1.00000000001" } })],
    ["PRECISION", () => ({ ...buy, takeProfit: { price: high, limit: "1.00000000001" } })],
    ["TICK", () => ({ ...buy, stopLoss: { price: "0" } })],
    ["TRIGGER_WOULD_FIRE", () => ({ ...buy, stopLoss: { price: high } })],
    ["TRIGGER_WOULD_FIRE", () => ({ ...buy, takeProfit: { price: low, source: "last" } })],
    [
      "REDUCE_ONLY_NO_POSITION",
      () => ({ ...stop, quantity: undefined, stopPrice: low, closePosition: true }),
    ],
    ["FORMAT", () => ({ ...trail, distance: "1%" })],
    ["FORMAT", () => ({ ...buy, stopLoss: {} })],
  ])("is refused with %s (%#)", async (name, order) => {
    const trader = await newContractTrader(server)
    expect(await placeContract(trader, order())).toMatchObject(refusalOf(name))
    expect(await openOf(trader)).toEqual([])
  })

  test("at its source's price would fire at once, and no more than twenty wait", async () => {
    const trader = await newContractTrader(server)
    const order = { side: "buy", type: "stop-market", quantity: "0.001", stopPrice: high }
    const results = await Promise.all(Array.from({ length: 20 }, () => placeContract(trader, order)))
    expect(results.map(({ code }) => code)).toEqual(Array(20).fill(200))
    expect(await placeContract(trader, order)).toMatchObject(refusalOf("STOPS"))
  })

  test("sent twice with its client id is one, its terms included", async () => {
    const trader = await newContractTrader(server)
    const order = {
      ...{ side: "buy", type: "limit", price: low, quantity: "0.01", clientOrderId: "once" },
      stopLoss: { price: await priceAt(server, CONTRACT, 0.7) },
    }
    const first = await placeContract(trader, order)
    expect(await placeContract(trader, order)).toEqual(first)
    expect(await placeContract(trader, { ...order, targetsPart: true })).toMatchObject(
      refusalOf("KEY_CONFLICT"),
    )
    expect(await openOf(trader)).toHaveLength(1)
  })
})

test(
  "a restart keeps stops, targets of orders and of positions, and every row as it was",
  async () => {
    const data = freshFolder()
    let own = await startInProcess({ ...ENVIRONMENT, SAKER_DATA: data })
    const trader = await newContractTrader(own)
    const stopLoss = { price: await priceAt(own, CONTRACT, 0.5) }
    // The market has only just begun: its mark may still be on the way.
    await vi.waitFor(
      async () =>
        expect(await byMarket(trader, "buy", "0.01", { stopLoss })).toMatchObject({
          data: { status: "filled" },
        }),
      { timeout: WITHIN_MS },
    )
    const takeProfit = { price: await priceAt(own, CONTRACT, 2), source: "last" }
    await setTargets(trader, { quantity: "0.004", takeProfit })
    const order = {
      side: "sell",
      type: "trailing-stop",
      distance: "0.3",
      closePosition: true,
      stopSource: "mark",
    }
    await placeContract(trader, order)
    const stopPrice = await priceAt(own, CONTRACT, 0.5)
    await placeContract(trader, {
      side: "buy",
      type: "limit",
      price: stopPrice,
      quantity: "0.01",
      takeProfit,
    })
    const before = await listenTo(own, trader.token)
    const held = before.account
    expect(held?.positions[0]?.targets).toHaveLength(2)
    expect(held?.orders).toMatchObject([{ type: "trailing-stop" }, { takeProfit: { source: "last" } }])
    await before.close()
    await own.close()

    own = await startInProcess({ ...ENVIRONMENT, SAKER_DATA: data })
    try {
      const after = await listenTo(own, trader.token)
      expect(after.account?.positions).toEqual(held?.positions)
      expect(still(after.account?.orders)).toEqual(still(held?.orders))
      const open = await get<{ rows: PerpetualOrder[] }>(own, "/contract/open", trader.token)
      expect(still(open.data.rows.toReversed())).toEqual(still(held?.orders))
      await after.close()
    } finally {
      await own.close()
    }
  },
  WITHIN_MS,
)

test("somebody without money for it is told so, with targets as without", async () => {
  const poor = await newTrader(server)
  const order = { side: "buy", type: "market", quantity: "0.01", stopLoss: { price: low } }
  expect(await placeContract(poor, order)).toMatchObject(refusalOf("INSUFFICIENT_MARGIN"))
})
