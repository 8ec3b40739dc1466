/** User-data streams and the WebSocket API of the door against the real server: life, order, proofs and refusals. */

import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest"
import type { RunningServer } from "#server/start/start-server.ts"
import { newKey } from "#tests/support/api-key.ts"
import { askDoor, askSigned, type DoorKey, doorKey } from "#tests/support/binance-client.ts"
import { type BinanceMessage, BinanceSocket } from "#tests/support/binance-socket.ts"
import { movedClock, startInProcess } from "#tests/support/in-process-server.ts"
import { removeFolders } from "#tests/support/saker-process.ts"
import { newTrader } from "#tests/support/trader.ts"

const START_WITHIN_MS = 120_000
const HOUR_MS = 3_600_000

let server: RunningServer
let key: OwnedKey
let ahead = 0
let low: string
const clients: BinanceSocket[] = []

beforeAll(async () => {
  server = await startInProcess({ SAKER_ORDERS_PER_SECOND: "1000" }, { clock: movedClock(() => ahead) })
  key = await keyWith(["read", "spot", "contract", "transfer"])
  await vi.waitFor(
    async () => {
      const { body } = await askDoor<{ bids: [string, string][] }>(server, "/api/v3/depth?symbol=BTCUSDT")
      low = (Number(body.bids[0]?.[0]) * 0.9).toFixed(2)
      expect(Number(low)).toBeGreaterThan(0)
      // What acts and was signed before the server began isn't taken.
      expect(await askSigned(server, key, "POST /api/v3/order/test", limit())).toMatchObject({ status: 200 })
    },
    { timeout: 60_000 },
  )
}, START_WITHIN_MS)
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close()
})
afterAll(async () => {
  await server.close()
  removeFolders()
}, START_WITHIN_MS)

interface OwnedKey extends DoorKey {
  /** Ends it. */
  end(): Promise<unknown>
}

/** A key of a user of its own, who has 10,000 USDT. */
async function keyWith(scopes: readonly ("read" | "spot" | "contract" | "transfer")[]): Promise<OwnedKey> {
  const trader = await newTrader(server)
  const made = await newKey(server, trader, { scopes })
  const end = () => trader.post("/apiKey/end", { id: made.id })
  return { ...doorKey(made.key, made.secret), end }
}

async function open(path: string): Promise<BinanceSocket> {
  const client = await BinanceSocket.open(server.address, `/binance${path}`)
  clients.push(client)
  return client
}

/** Parameters of a signed request to the WebSocket API. */
function signed(by: DoorKey, fields: Record<string, string | number> = {}): Record<string, string | number> {
  const all = { apiKey: by.key, timestamp: Date.now() + ahead, ...fields }
  const names = Object.keys(all).sort() as (keyof typeof all)[]
  return { ...all, signature: by.sign(names.map((name) => `${name}=${all[name]}`).join("&")) }
}

const limit = (more: Record<string, string | number> = {}) => ({
  ...{ symbol: "BTCUSDT", side: "BUY", type: "LIMIT", timeInForce: "GTC", quantity: "0.001", price: low },
  ...more,
})

const keyed = (method: string, path: string, by: DoorKey = key) =>
  askDoor<{ listenKey: string; code?: number }>(server, path, {
    method,
    headers: { "X-MBX-APIKEY": by.key },
  })

interface Report {
  i: number
  t: number
  x: string
  X: string
  z: string
  l: string
}

interface AccountTold {
  m: string
  B: { wb: string; bc: string }[]
  P: object[]
}

describe("a listen key", () => {
  const SPOT = "/api/v3/userDataStream"

  test("of spot opens a stream that tells orders, fills and balances, each once and in order", async () => {
    const { body } = await keyed("POST", SPOT)
    expect(body.listenKey).toHaveLength(64)
    const client = await open(`/ws/${body.listenKey}`)
    const twin = await open(`/stream?streams=${body.listenKey}`)
    for (let place = 0; place < 3; place += 1) {
      const fields = limit({ newClientOrderId: `mine-${place}` })
      expect(await askSigned(server, key, "POST /api/v3/order", fields)).toMatchObject({ status: 200 })
    }
    const bought = await askSigned<{ orderId: number; executedQty: string; fills: { tradeId: number }[] }>(
      ...[server, key, "POST /api/v3/order"],
      { symbol: "BTCUSDT", side: "BUY", type: "MARKET", quantity: "0.02" },
    )
    await askSigned(server, key, "DELETE /api/v3/openOrders", { symbol: "BTCUSDT" })
    const reports = () => client.events("executionReport")
    await client.until(() => reports().filter(({ x }) => x === "CANCELED").length === 3)
    const steps = reports().map(({ c, x, X }) => [String(c).slice(0, 6), x, X].join(" "))
    expect(steps.slice(0, 4)).toEqual([
      ...[0, 1, 2].map((place) => `mine-${place} NEW NEW`),
      expect.stringContaining("NEW NEW"),
    ])
    const fills = reports().filter(({ i, x }) => i === bought.body.orderId && x === "TRADE")
    expect(fills.map(({ t }) => t)).toEqual(bought.body.fills.map(({ tradeId }) => tradeId))
    expect(fills.at(-1)).toMatchObject({ X: "FILLED", z: "0.02", q: "0.02000", o: "MARKET" })
    const numbers = reports().map(({ I }) => I)
    expect(numbers).toEqual(numbers.map((_, place) => place + 1))
    // Trades move balances, but nothing came or went otherwise.
    expect(client.events("balanceUpdate")).toEqual([])
    const { body: account } = await askSigned<{
      balances: { asset: string; free: string; locked: string }[]
    }>(...[server, key, "GET /api/v3/account"])
    const last = new Map(
      client
        .events("outboundAccountPosition")
        .flatMap(({ B }) => B as { a: string; f: string; l: string }[])
        .map((row) => [row.a, row]),
    )
    for (const { asset, free, locked } of account.balances)
      if (last.has(asset)) expect(last.get(asset)).toEqual({ a: asset, f: free, l: locked })
    expect([...last.keys()].sort()).toEqual(["BTC", "USDT"])
    await twin.until(() => twin.messages.length >= client.messages.length)
    expect(twin.objects()).toEqual(
      client.objects().map((data) => ({ stream: body.listenKey, data: { ...data, E: expect.any(Number) } })),
    )
  })

  test("tells what is moved to the contract account, there and here", async () => {
    const spot = await open(`/ws/${(await keyed("POST", SPOT)).body.listenKey}`)
    const { listenKey } = (await keyed("POST", "/fapi/v1/listenKey")).body
    const futures = await open(`/fstream/private/ws?listenKey=${listenKey}`)
    const moved = { type: "MAIN_UMFUTURE", asset: "USDT", amount: "100" }
    expect(await askSigned(server, key, "POST /sapi/v1/asset/transfer", moved)).toMatchObject({ status: 200 })
    await spot.until(() => spot.events("balanceUpdate").length > 0)
    expect(spot.events("balanceUpdate")).toMatchObject([{ a: "USDT", d: "-100" }])
    await futures.until(() => futures.events("ACCOUNT_UPDATE").length > 0)
    expect(futures.events("ACCOUNT_UPDATE")).toMatchObject([
      { a: { m: "DEPOSIT", B: [{ a: "USDT", wb: "100", cw: "100", bc: "100" }], P: [] } },
    ])
  })

  test("of futures tells stops as conditional orders, fills, the wallet and positions", async () => {
    const own = await keyWith(["read", "contract", "transfer"])
    const { listenKey } = (await keyed("POST", "/fapi/v1/listenKey", own)).body
    const client = await open(`/fstream/private/ws?listenKey=${listenKey}`)
    const ask = async (call: string, fields: Record<string, string>) => {
      const answer = await askSigned(server, own, call, { symbol: "BTCUSDT", ...fields })
      expect(answer).toMatchObject({ status: 200 })
      return answer.body
    }
    await ask("POST /sapi/v1/asset/transfer", { type: "MAIN_UMFUTURE", asset: "USDT", amount: "2000" })
    const buy = { side: "BUY", type: "MARKET", quantity: "0.02" }
    const { orderId } = await ask("POST /fapi/v1/order", buy)
    const stop = { algoType: "CONDITIONAL", side: "SELL", type: "STOP_MARKET", quantity: "0.01" }
    const placed = await ask("POST /fapi/v1/algoOrder", {
      ...stop,
      triggerPrice: String(Math.round(Number(low))),
    })
    await ask("DELETE /fapi/v1/algoOrder", { algoId: String(placed.algoId) })
    const plain = await ask("POST /fapi/v1/order", {
      ...{ side: "SELL", type: "STOP_MARKET", quantity: "0.01", stopPrice: String(Math.round(Number(low))) },
    })
    await ask("DELETE /fapi/v1/order", { orderId: String(plain.orderId) })
    const algos = () => client.events("ALGO_UPDATE").map(({ o }) => o as Record<string, unknown>)
    await client.until(() => algos().length === 2)
    expect(algos()).toMatchObject([
      { aid: placed.algoId, X: "NEW", o: "STOP_MARKET", s: "BTCUSDT", S: "SELL" },
      { aid: placed.algoId, X: "CANCELED" },
    ])
    const told = () => client.events("ORDER_TRADE_UPDATE").map(({ o }) => o as Record<string, string>)
    const stepsOf = (id: unknown) => told().filter(({ i }) => i === id)
    await client.until(() => stepsOf(plain.orderId).length === 2)
    expect(stepsOf(plain.orderId)).toMatchObject([
      { x: "NEW", o: "STOP_MARKET", ot: "STOP_MARKET" },
      { x: "CANCELED", X: "CANCELED" },
    ])
    const steps = stepsOf(orderId)
    expect(told()).toHaveLength(steps.length + 2)
    expect(steps[0]).toMatchObject({ x: "NEW", X: "NEW", z: "0" })
    expect(steps.at(-1)).toMatchObject({ x: "TRADE", X: "FILLED", z: "0.02", ot: "MARKET", ps: "BOTH" })
    const { body: account } = await askSigned<{ totalWalletBalance: string }>(
      ...[server, own, "GET /fapi/v2/account"],
    )
    const moves = client.events("ACCOUNT_UPDATE").map(({ a }) => a as AccountTold)
    expect(moves[0]).toMatchObject({ m: "DEPOSIT", P: [] })
    const traded = moves.filter(({ m }) => m === "ORDER")
    expect(traded.at(-1)?.P).toMatchObject([{ s: "BTCUSDT", pa: "0.02", ps: "BOTH", mt: "cross" }])
    // Fees and profit move the wallet; nothing else does.
    expect(traded.flatMap(({ B }) => B).map(({ bc }) => bc)).toEqual(
      traded.flatMap(({ B }) => B).map(() => "0"),
    )
    expect(Number(traded.at(-1)?.B[0]?.wb)).toBeCloseTo(Number(account.totalWalletBalance), 6)
  })

  test("is the same until it ends, and of another key no one's to keep or close", async () => {
    const { body } = await keyed("POST", SPOT)
    expect((await keyed("POST", SPOT)).body).toEqual(body)
    const other = await keyWith(["read"])
    expect((await keyed("POST", SPOT, other)).body.listenKey).not.toBe(body.listenKey)
    const named = `${SPOT}?listenKey=${body.listenKey}`
    expect(await keyed("PUT", named, other)).toMatchObject({ status: 400, body: { code: -1125 } })
    expect(await keyed("DELETE", named, other)).toMatchObject({ status: 400, body: { code: -1125 } })
    expect(await keyed("PUT", named)).toMatchObject({ status: 200, body: {} })
    const blind = await keyWith(["spot"])
    expect(await keyed("POST", SPOT, blind)).toMatchObject({ status: 401, body: { code: -2015 } })
    expect(await keyed("POST", SPOT, doorKey("sk_nobody", "x"))).toMatchObject({ body: { code: -2015 } })
  })

  test("ends an hour after it was last kept alive, says so, and tells nothing more", async () => {
    const { body } = await keyed("POST", SPOT)
    const client = await open(`/ws/${body.listenKey}`)
    ahead += HOUR_MS - 60_000
    await keyed("PUT", `${SPOT}?listenKey=${body.listenKey}`)
    ahead += HOUR_MS - 60_000
    await client.ask("LIST_SUBSCRIPTIONS")
    expect(client.events("listenKeyExpired")).toEqual([])
    ahead += 60_000
    await client.until(() => client.events("listenKeyExpired").length > 0)
    expect(client.events("listenKeyExpired")).toMatchObject([{ listenKey: body.listenKey }])
    expect(await keyed("PUT", `${SPOT}?listenKey=${body.listenKey}`)).toMatchObject({ body: { code: -1125 } })
    expect(await client.ask("SUBSCRIBE", [body.listenKey])).toEqual(
      // It is still subscribed by name: nothing new.
      expect.objectContaining({ result: null }),
    )
    const late = await open("/ws")
    expect(await late.ask("SUBSCRIBE", [body.listenKey])).toMatchObject({ error: { code: 2 } })
  })

  test("ends with its API key", async () => {
    const own = await keyWith(["read"])
    const { body } = await keyed("POST", SPOT, own)
    const client = await open(`/ws/${body.listenKey}`)
    await client.ask("LIST_SUBSCRIPTIONS")
    await own.end()
    await client.until(() => client.events("listenKeyExpired").length > 0)
  })
})

describe("the WebSocket API", () => {
  const API = "/ws-api/v3"

  test("answers anyone about the market, in HTTP's words", async () => {
    const client = await open(API)
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
    const client = await open(API)
    const placed = await client.ask("order.place", signed(key, limit()))
    expect(placed).toMatchObject({ status: 200, result: { status: "NEW", origQty: "0.00100" } })
    const { orderId } = placed.result as { orderId: number }
    expect(await client.ask("session.logon", signed(key))).toMatchObject({ result: { apiKey: key.key } })
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
    const own = await keyWith(["read", "spot"])
    const client = await open(API)
    expect(await client.ask("userDataStream.subscribe.signature", signed(own))).toEqual({
      ...{ id: 1, status: 200, result: { subscriptionId: 0 } },
    })
    await client.ask("order.place", signed(own, limit({ newClientOrderId: "by-socket" })))
    const events = () => client.objects().filter(({ subscriptionId }) => subscriptionId === 0)
    const kindOf = ({ event }: BinanceMessage) => (event as BinanceMessage).e
    await client.until(() => events().length === 2)
    expect(events().map(kindOf)).toEqual(["executionReport", "outboundAccountPosition"])
    expect(events()[0]?.event).toMatchObject({ c: "by-socket", x: "NEW" })
    await client.ask("openOrders.cancelAll", signed(own, { symbol: "BTCUSDT" }))
    await own.end()
    await client.until(() => events().some((message) => kindOf(message) === "eventStreamTerminated"))
  })

  test("loses nothing of a hundred orders at once: reports are what HTTP reads, each fill once", async () => {
    const own = await keyWith(["read", "spot"])
    const { body } = await keyed("POST", "/api/v3/userDataStream", own)
    const events = await open(`/ws/${body.listenKey}`)
    const client = await open(API)
    await client.ask("session.logon", signed(own))
    const market = { symbol: "BTCUSDT", side: "BUY", type: "MARKET", quantity: "0.0005" }
    const orders = Array.from({ length: 100 }, (_, place) =>
      place % 3 === 0
        ? { ...limit(), quantity: "0.0002" }
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
    ["a wrong signature", -1022, 400, () => ({ ...signed(key, limit()), signature: "0".repeat(64) })],
    ["an old one", -1021, 400, () => signed(key, limit({ timestamp: Date.now() + ahead - 60_000 }))],
    ["nobody's key", -2015, 401, () => signed(doorKey("sk_nobody", "x"), limit())],
    ["no key", -2014, 401, () => limit()],
    ["no price", -1102, 400, () => signed(key, { ...limit(), price: "" })],
    ["no such market", -1121, 400, () => signed(key, limit({ symbol: "NOSUCH" }))],
    ["more than there is", -2010, 400, () => signed(key, limit({ quantity: "1" }))],
  ])("refuses an order with %s by %i and %i", async (_, code, status, params) => {
    const client = await open(API)
    const answer = await client.ask("order.place", params())
    expect(answer).toMatchObject({ id: 1, status, error: { code } })
  })

  test("takes the same signed order once, and none of a key that may only read", async () => {
    const client = await open(API)
    const params = signed(key, limit())
    const placed = await client.ask("order.place", params)
    expect(placed.status).toBe(200)
    expect(await client.ask("order.place", params)).toMatchObject({ error: { code: -1022 } })
    await client.ask("openOrders.cancelAll", signed(key, { symbol: "BTCUSDT" }))
    const reader = await keyWith(["read"])
    expect(await client.ask("order.place", signed(reader, limit()))).toMatchObject({
      ...{ status: 401, error: { code: -2015 } },
    })
  })

  test("refuses what is no request, and methods that there aren't", async () => {
    const client = await open(API)
    client.send("{")
    client.send({ method: "ping" })
    await client.until(() => client.messages.length === 2)
    for (const message of client.objects())
      expect(message).toMatchObject({ id: null, error: { code: -1135 } })
    expect(await client.ask("sor.order.place", {})).toMatchObject({ error: { code: -1020 } })
  })
})
