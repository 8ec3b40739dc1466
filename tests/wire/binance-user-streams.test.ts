/** User-data streams of the door against the real server: life, order, and that nothing is lost. */

import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest"
import type { RunningServer } from "#server/start/start-server.ts"
import { askSigned, doorKey } from "#tests/support/binance-client.ts"
import { BinanceScene, type OwnedKey } from "#tests/support/binance-scene.ts"
import { removeFolders } from "#tests/support/saker-process.ts"

const START_WITHIN_MS = 120_000
const HOUR_MS = 3_600_000

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

interface AccountTold {
  m: string
  B: { wb: string; bc: string }[]
  P: object[]
}

describe("a listen key", () => {
  const SPOT = "/api/v3/userDataStream"

  test("of spot opens a stream that tells orders, fills and balances, each once and in order", async () => {
    const { body } = await scene.keyed("POST", SPOT)
    expect(body.listenKey).toHaveLength(64)
    const client = await scene.open(`/ws/${body.listenKey}`)
    const twin = await scene.open(`/stream?streams=${body.listenKey}`)
    for (let place = 0; place < 3; place += 1) {
      const fields = scene.limit({ newClientOrderId: `mine-${place}` })
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

  test("of spot tells when a pair of orders begins and ends", async () => {
    const client = await scene.open(`/ws/${(await scene.keyed("POST", SPOT)).body.listenKey}`)
    const pair = {
      ...{ symbol: "BTCUSDT", side: "SELL", quantity: "0.001", price: (Number(scene.low) * 1.2).toFixed(2) },
      ...{ stopPrice: scene.low, stopLimitPrice: scene.low, stopLimitTimeInForce: "GTC" },
    }
    const placed = await askSigned<{ orderListId: number }>(server, key, "POST /api/v3/order/oco", pair)
    expect(placed).toMatchObject({ status: 200 })
    const { orderListId } = placed.body
    await askSigned(server, key, "DELETE /api/v3/orderList", { symbol: "BTCUSDT", orderListId })
    await client.until(() => client.events("listStatus").length === 2)
    expect(client.events("listStatus")).toMatchObject([
      {
        g: orderListId,
        c: "OCO",
        l: "EXEC_STARTED",
        L: "EXECUTING",
        O: [{ s: "BTCUSDT" }, { s: "BTCUSDT" }],
      },
      { g: orderListId, l: "ALL_DONE", L: "ALL_DONE" },
    ])
  })

  test("tells what is moved to the contract account, there and here", async () => {
    const spot = await scene.open(`/ws/${(await scene.keyed("POST", SPOT)).body.listenKey}`)
    const { listenKey } = (await scene.keyed("POST", "/fapi/v1/listenKey")).body
    const futures = await scene.open(`/fstream/private/ws?listenKey=${listenKey}`)
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
    const own = await scene.keyWith(["read", "contract", "transfer"])
    const { listenKey } = (await scene.keyed("POST", "/fapi/v1/listenKey", own)).body
    const client = await scene.open(`/fstream/private/ws?listenKey=${listenKey}`)
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
      triggerPrice: String(Math.round(Number(scene.low))),
    })
    await ask("DELETE /fapi/v1/algoOrder", { algoId: String(placed.algoId) })
    const plain = await ask("POST /fapi/v1/order", {
      ...{
        side: "SELL",
        type: "STOP_MARKET",
        quantity: "0.01",
        stopPrice: String(Math.round(Number(scene.low))),
      },
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
    const { body } = await scene.keyed("POST", SPOT)
    expect((await scene.keyed("POST", SPOT)).body).toEqual(body)
    const other = await scene.keyWith(["read"])
    expect((await scene.keyed("POST", SPOT, other)).body.listenKey).not.toBe(body.listenKey)
    const named = `${SPOT}?listenKey=${body.listenKey}`
    expect(await scene.keyed("PUT", named, other)).toMatchObject({ status: 400, body: { code: -1125 } })
    expect(await scene.keyed("DELETE", named, other)).toMatchObject({ status: 400, body: { code: -1125 } })
    expect(await scene.keyed("PUT", named)).toMatchObject({ status: 200, body: {} })
    const blind = await scene.keyWith(["spot"])
    expect(await scene.keyed("POST", SPOT, blind)).toMatchObject({ status: 401, body: { code: -2015 } })
    expect(await scene.keyed("POST", SPOT, doorKey("sk_nobody", "x"))).toMatchObject({
      body: { code: -2015 },
    })
  })

  test("ends an hour after it was last kept alive, says so, and tells nothing more", async () => {
    const { body } = await scene.keyed("POST", SPOT)
    const client = await scene.open(`/ws/${body.listenKey}`)
    scene.pass(HOUR_MS - 60_000)
    await scene.keyed("PUT", `${SPOT}?listenKey=${body.listenKey}`)
    scene.pass(HOUR_MS - 60_000)
    await client.ask("LIST_SUBSCRIPTIONS")
    expect(client.events("listenKeyExpired")).toEqual([])
    scene.pass(60_000)
    await client.until(() => client.events("listenKeyExpired").length > 0)
    expect(client.events("listenKeyExpired")).toMatchObject([{ listenKey: body.listenKey }])
    expect(await scene.keyed("PUT", `${SPOT}?listenKey=${body.listenKey}`)).toMatchObject({
      body: { code: -1125 },
    })
    expect(await client.ask("SUBSCRIBE", [body.listenKey])).toEqual(
      // It is still subscribed by name: nothing new.
      expect.objectContaining({ result: null }),
    )
    const late = await scene.open("/ws")
    expect(await late.ask("SUBSCRIBE", [body.listenKey])).toMatchObject({ error: { code: 2 } })
  })

  test("ends with its API key", async () => {
    const own = await scene.keyWith(["read"])
    const { body } = await scene.keyed("POST", SPOT, own)
    const client = await scene.open(`/ws/${body.listenKey}`)
    await client.ask("LIST_SUBSCRIPTIONS")
    await own.end()
    await client.until(() => client.events("listenKeyExpired").length > 0)
  })
})
