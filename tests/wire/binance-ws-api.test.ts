/** The WebSocket API of the door against the real server: requests, logins, proofs and refusals. */

import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest"
import type { RunningServer } from "#server/start/start-server.ts"
import { doorKey } from "#tests/support/binance-client.ts"
import { BinanceScene, type OwnedKey } from "#tests/support/binance-scene.ts"
import type { BinanceMessage } from "#tests/support/binance-socket.ts"
import { removeFolders } from "#tests/support/saker-process.ts"

const START_WITHIN_MS = 120_000

let scene: BinanceScene
let server: RunningServer
let key: OwnedKey
beforeAll(async () => {
  scene = await BinanceScene.start()
  server = scene.server
  key = scene.key
}, START_WITHIN_MS)
afterEach(() => scene.closeClients())
afterAll(async () => {
  await server.close()
  removeFolders()
}, START_WITHIN_MS)

interface Report {
  i: number
  t: number
  x: string
  X: string
  z: string
  l: string
}

describe("the WebSocket API", () => {
  const API = "/ws-api/v3"

  test("answers anyone about the market, in HTTP's words", async () => {
    const client = await scene.open(API)
    expect(await client.ask("ping", {})).toMatchObject({ status: 200, result: {} })
    const { result } = await client.ask("time", {})
    expect(result).toEqual({ serverTime: expect.any(Number) })
    const depth = await client.ask("depth", { symbol: "BTCUSDT", limit: 5, returnRateLimits: false })
    expect(depth).toEqual({
      ...{ id: 3, status: 200 },
      result: { lastUpdateId: expect.any(Number), bids: expect.any(Array), asks: expect.any(Array) },
    })
    const info = await client.ask("exchangeInfo", { symbols: ["BTCUSDT", "ETHUSDT"] })
    expect((info.result as { symbols: object[] }).symbols).toHaveLength(2)
    expect(info.rateLimits).toMatchObject([{ rateLimitType: "REQUEST_WEIGHT", interval: "MINUTE" }])
  })

  test("takes orders that are signed, and by a login without signatures", async () => {
    const client = await scene.open(API)
    const placed = await client.ask("order.place", scene.signed(key, scene.limit()))
    expect(placed).toMatchObject({ status: 200, result: { status: "NEW", origQty: "0.00100" } })
    const { orderId } = placed.result as { orderId: number }
    expect(await client.ask("session.logon", scene.signed(key))).toMatchObject({
      result: { apiKey: key.key },
    })
    expect(await client.ask("order.status", { symbol: "BTCUSDT", orderId })).toMatchObject({
      result: { orderId, status: "NEW" },
    })
    expect(await client.ask("openOrders.status", { symbol: "BTCUSDT" })).toMatchObject({
      result: [{ orderId }],
    })
    expect(await client.ask("order.cancel", { symbol: "BTCUSDT", orderId })).toMatchObject({
      result: { orderId, status: "CANCELED" },
    })
    expect(await client.ask("account.status", {})).toMatchObject({ result: { accountType: "SPOT" } })
    expect(await client.ask("session.logout", {})).toMatchObject({ result: { apiKey: null } })
    expect(await client.ask("account.status", {})).toMatchObject({ error: { code: expect.any(Number) } })
  })

  test("tells a user's events to whoever signs for them, until the key ends", async () => {
    const own = await scene.keyWith(["read", "spot"])
    const client = await scene.open(API)
    expect(await client.ask("userDataStream.subscribe.signature", scene.signed(own))).toEqual({
      ...{ id: 1, status: 200, result: { subscriptionId: 0 } },
    })
    await client.ask("order.place", scene.signed(own, scene.limit({ newClientOrderId: "by-socket" })))
    const events = () => client.objects().filter(({ subscriptionId }) => subscriptionId === 0)
    const kindOf = ({ event }: BinanceMessage) => (event as BinanceMessage).e
    await client.until(() => events().length === 2)
    expect(events().map(kindOf)).toEqual(["executionReport", "outboundAccountPosition"])
    expect(events()[0]?.event).toMatchObject({ c: "by-socket", x: "NEW" })
    await client.ask("openOrders.cancelAll", scene.signed(own, { symbol: "BTCUSDT" }))
    await own.end()
    await client.until(() => events().some((message) => kindOf(message) === "eventStreamTerminated"))
  })

  test("loses nothing of a hundred orders at once: reports are what HTTP reads, each fill once", async () => {
    const own = await scene.keyWith(["read", "spot"])
    const { body } = await scene.keyed("POST", "/api/v3/userDataStream", own)
    const events = await scene.open(`/ws/${body.listenKey}`)
    const client = await scene.open(API)
    await client.ask("session.logon", scene.signed(own))
    const market = { symbol: "BTCUSDT", side: "BUY", type: "MARKET", quantity: "0.0005" }
    const orders = Array.from({ length: 100 }, (_, place) =>
      place % 3 === 0
        ? { ...scene.limit(), quantity: "0.0002" }
        : { ...market, side: place % 3 === 1 ? "BUY" : "SELL" },
    )
    const answers = await Promise.all(orders.map((fields) => client.ask("order.place", fields)))
    const placed = answers.filter(({ status }) => status === 200)
    expect(placed.length).toBeGreaterThan(80)
    await client.ask("openOrders.cancelAll", { symbol: "BTCUSDT" })
    const { result } = await client.ask("allOrders", { symbol: "BTCUSDT", limit: 1000 })
    const rows = result as { orderId: number; status: string; executedQty: string }[]
    const reports = () => events.events("executionReport") as unknown as Report[]
    const isEnded = ({ orderId, status }: { orderId: number; status: string }) =>
      reports().some(({ i, X }) => i === orderId && X === status)
    await events.until(() => rows.every(isEnded))
    for (const { orderId, executedQty, status } of rows) {
      const own = reports().filter(({ i }) => i === orderId)
      expect(own[0]).toMatchObject({ x: "NEW", z: "0" })
      expect(own.at(-1)?.X).toBe(status)
      expect(Number(own.at(-1)?.z)).toBe(Number(executedQty))
      own.forEach(({ z, l }, place) => {
        expect(Number(z)).toBeCloseTo(Number(own[place - 1]?.z ?? 0) + Number(l), 8)
      })
    }
    const trades = await client.ask("myTrades", { symbol: "BTCUSDT", limit: 1000 })
    const key = ({ i, t }: Report) => `${i} ${t}`
    const told = reports().filter(({ x }) => x === "TRADE")
    const read = (trades.result as { id: number; orderId: number }[]).map(
      ({ id, orderId }) => `${orderId} ${id}`,
    )
    expect(told.map(key).sort()).toEqual(read.sort())
    expect(events.events("balanceUpdate")).toEqual([])
  })

  test.each([
    [
      "a wrong signature",
      -1022,
      400,
      () => ({ ...scene.signed(key, scene.limit()), signature: "0".repeat(64) }),
    ],
    ["an old one", -1021, 400, () => scene.signed(key, scene.limit({ timestamp: scene.now() - 60_000 }))],
    ["nobody's key", -2015, 401, () => scene.signed(doorKey("sk_nobody", "x"), scene.limit())],
    ["no key", -2014, 401, () => scene.limit()],
    ["no price", -1102, 400, () => scene.signed(key, { ...scene.limit(), price: "" })],
    ["no such market", -1121, 400, () => scene.signed(key, scene.limit({ symbol: "NOSUCH" }))],
    ["more than there is", -2010, 400, () => scene.signed(key, scene.limit({ quantity: "1" }))],
  ])("refuses an order with %s by %i and %i", async (_, code, status, params) => {
    const client = await scene.open(API)
    const answer = await client.ask("order.place", params())
    expect(answer).toMatchObject({ id: 1, status, error: { code } })
  })

  test("takes the same signed order once, and none of a key that may only read", async () => {
    const client = await scene.open(API)
    const params = scene.signed(key, scene.limit())
    const placed = await client.ask("order.place", params)
    expect(placed.status).toBe(200)
    expect(await client.ask("order.place", params)).toMatchObject({ error: { code: -1022 } })
    await client.ask("openOrders.cancelAll", scene.signed(key, { symbol: "BTCUSDT" }))
    const reader = await scene.keyWith(["read"])
    expect(await client.ask("order.place", scene.signed(reader, scene.limit()))).toMatchObject({
      ...{ status: 401, error: { code: -2015 } },
    })
  })

  test("refuses what is no request, and methods that there aren't", async () => {
    const client = await scene.open(API)
    client.send("{")
    client.send({ method: "ping" })
    await client.until(() => client.messages.length === 2)
    for (const message of client.objects())
      expect(message).toMatchObject({ id: null, error: { code: -1135 } })
    expect(await client.ask("sor.order.place", {})).toMatchObject({ error: { code: -1020 } })
  })
})
