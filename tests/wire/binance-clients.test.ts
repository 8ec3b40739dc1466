/**
 * Client packages for Binance that nobody here wrote, against the real server with nothing changed but their addresses: the
 * official connectors for spot and USD-M futures, and the package `binance`, as their own documents use them.
 */

import { DerivativesTradingUsdsFutures } from "@binance/derivatives-trading-usds-futures"
import { Spot } from "@binance/spot"
import { MainClient, USDMClient, WebsocketAPIClient, WebsocketClient } from "binance"
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest"
import { newKey } from "#tests/support/api-key.ts"
import { askDoor, askSigned } from "#tests/support/binance-client.ts"
import { BinanceScene } from "#tests/support/binance-scene.ts"
import { removeFolders } from "#tests/support/saker-process.ts"
import { newTrader } from "#tests/support/trader.ts"

const SYMBOL = "BTCUSDT"
const SOON = { timeout: 20_000, interval: 50 }
const quiet = () => undefined
const silent = { trace: quiet, info: quiet, error: quiet }

let scene: BinanceScene
let http: string
let socket: string
let key: { api_key: string; api_secret: string }
let official: { apiKey: string; apiSecret: string }
/** Far below the market, on the steps of spot and futures. */
let low: number
const closing: (() => unknown)[] = []

beforeAll(async () => {
  scene = await BinanceScene.start()
  http = `${scene.server.address}/binance`
  socket = http.replace(/^http/, "ws")
  const scopes = ["read", "spot", "contract", "transfer"] as const
  const made = await newKey(scene.server, await newTrader(scene.server), { scopes })
  key = { api_key: made.key, api_secret: made.secret }
  official = { apiKey: made.key, apiSecret: made.secret }
  low = Math.round(Number(scene.low))
  const moved = await new MainClient({ ...key, baseUrl: http }).submitUniversalTransfer({
    ...{ type: "MAIN_UMFUTURE", asset: "USDT", amount: 4000, fromSymbol: "", toSymbol: "" },
  })
  expect(moved.tranId).toBeGreaterThan(0)
})
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})
afterAll(async () => {
  await scene.server.close()
  removeFolders()
})

describe("the package `binance`", () => {
  const limit = () => ({
    ...({ symbol: SYMBOL, side: "BUY", type: "LIMIT", timeInForce: "GTC" } as const),
    ...{ quantity: 0.001, price: low },
  })

  test("reads markets of spot in every form that it has", async () => {
    const client = new MainClient({ baseUrl: http, beautifyResponses: true })
    const info = await client.getExchangeInfo({ symbols: [SYMBOL, "ETHUSDT"] })
    expect(info.symbols.map(({ symbol }) => symbol)).toEqual([SYMBOL, "ETHUSDT"])
    expect((await client.getOrderBook({ symbol: SYMBOL, limit: 5 })).bids).toHaveLength(5)
    const [candle] = await client.getKlines({ symbol: SYMBOL, interval: "1h", limit: 2, timeZone: "+02:00" })
    expect(candle?.[0]).toBeGreaterThan(0)
    const day = { symbol: SYMBOL, interval: "1d", timeZone: "+02:00" } as const
    await expect(client.getKlines(day)).rejects.toMatchObject({ code: -1130 })
    const window = await client.getRollingWindowTicker({ symbol: SYMBOL, windowSize: "4h" })
    const [rolling] = [window].flat()
    expect(rolling).toMatchObject({
      symbol: SYMBOL,
      openPrice: expect.any(Number),
      highPrice: expect.any(Number),
    })
    expect((rolling?.closeTime ?? 0) - (rolling?.openTime ?? 0)).toBeLessThan(4 * 3_600_000 + 60_000)
    const today = (await client.getTradingDayTicker({ symbol: SYMBOL })) as { openTime: number }
    expect(today.openTime % 86_400_000).toBe(0)
    await expect(client.getRollingWindowTicker({ symbol: SYMBOL, windowSize: "8d" })).rejects.toMatchObject({
      code: -1130,
    })
  })

  test("trades on spot, and is told of its orders by ids, counts and lists", async () => {
    const client = new MainClient({ ...key, baseUrl: http, beautifyResponses: true })
    expect(await client.testNewOrder({ ...limit(), computeCommissionRates: true } as never)).toMatchObject({
      standardCommissionForOrder: { maker: "0.001" },
    })
    const bought = await client.submitNewOrder({
      ...{ symbol: SYMBOL, side: "BUY", type: "MARKET", quantity: 0.002, newOrderRespType: "FULL" },
    })
    expect(bought).toMatchObject({ status: "FILLED", fills: [expect.anything()] })
    const resting = await client.submitNewOrder({ ...limit(), newOrderRespType: "RESULT" })
    // The client names its orders itself where its user doesn't.
    const found = await client.getOrder({ symbol: SYMBOL, origClientOrderId: resting.clientOrderId })
    expect(found).toMatchObject({ orderId: resting.orderId, status: "NEW" })
    const replaced = await client.replaceOrder({
      ...{ ...limit(), cancelReplaceMode: "STOP_ON_FAILURE", cancelOrderId: resting.orderId },
    })
    expect(replaced).toMatchObject({ cancelResult: "SUCCESS", newOrderResult: "SUCCESS" })
    const pair = await client.submitNewOCO({
      ...{ symbol: SYMBOL, side: "SELL", quantity: 0.001, price: Math.round(low * 1.3) },
      ...{ stopPrice: low, stopLimitPrice: low - 100, stopLimitTimeInForce: "GTC" },
    })
    expect((await client.getAllOpenOCO()).map(({ orderListId }) => orderListId)).toEqual([pair.orderListId])
    expect(await client.cancelAllSymbolOrders({ symbol: SYMBOL })).toHaveLength(3)
    const lists = await client.getAllOCO()
    expect(lists).toMatchObject([{ orderListId: pair.orderListId, listOrderStatus: "ALL_DONE" }])
    expect(lists[0]?.orders).toHaveLength(2)
    const counts = await client.getOrderRateLimit()
    expect(counts[1]).toMatchObject({ rateLimitType: "ORDERS", interval: "DAY", count: 5 })
    expect((await client.getAccountTradeList({ symbol: SYMBOL })).at(-1)).toMatchObject({ isBuyer: true })
    expect(await client.getApiKeyPermissions()).toMatchObject({
      ...{ ipRestrict: false, enableFutures: true, enableWithdrawals: false },
    })
    const bound = await newKey(scene.server, await newTrader(scene.server), {
      ...{ scopes: ["read"], addresses: ["127.0.0.1"] },
    })
    const reader = new MainClient({ api_key: bound.key, api_secret: bound.secret, baseUrl: http })
    const may = await reader.getApiKeyPermissions()
    expect(may).toMatchObject({ ipRestrict: true, enableSpotAndMarginTrading: false })
    expect(may.createTime).toBeGreaterThan(0)
    const held = (await client.getAccountInformation({ omitZeroBalances: true })).balances
    expect(held.every(({ free, locked }) => Number(free) + Number(locked) > 0)).toBe(true)
  })

  test("trades futures: single orders, batches, settings, account", async () => {
    const client = new USDMClient({ ...key, baseUrl: http, beautifyResponses: true })
    const bought = await client.submitNewOrder({
      ...{ symbol: SYMBOL, side: "BUY", type: "MARKET", quantity: 0.01, newOrderRespType: "RESULT" },
    })
    expect(bought.status).toBe("FILLED")
    expect(bought.clientOrderId).not.toBe("")
    expect(await client.getPositionsV3({})).toMatchObject([{ symbol: SYMBOL, positionAmt: 0.01 }])
    const before = await client.getUserForceOrders()
    expect(before).toMatchObject([{ interval: "SECOND", intervalNum: 10 }, { interval: "MINUTE" }])
    const one = { symbol: SYMBOL, side: "BUY", type: "LIMIT", timeInForce: "GTC" } as const
    const placed = await client.submitMultipleOrders([
      { ...one, quantity: "0.01", price: String(low) },
      { ...one, quantity: "0.01", price: "1" },
    ] as never)
    expect(placed).toMatchObject([{ status: "NEW" }, { code: expect.any(Number) }])
    expect(await client.getAllOpenOrders({ symbol: SYMBOL })).toHaveLength(1)
    expect(await client.cancelAllOpenOrders({ symbol: SYMBOL })).toMatchObject({ code: 200 })
    expect(await client.setLeverage({ symbol: SYMBOL, leverage: 7 })).toMatchObject({ leverage: 7 })
    expect(await client.getMultiAssetsMode()).toEqual({ multiAssetsMargin: false })
    await expect(client.setMultiAssetsMode({ multiAssetsMargin: "false" })).rejects.toMatchObject({
      code: -4171,
    })
    expect((await client.getAccountInformationV3()).positions).toHaveLength(1)
    await client.submitNewOrder({
      symbol: SYMBOL,
      side: "SELL",
      type: "MARKET",
      quantity: 0.01,
      reduceOnly: "true",
    })
    expect(await client.getPositionsV3({})).toEqual([])
  })

  test("trades by the WebSocket API, and its user data stream tells of it", async () => {
    const client = new WebsocketAPIClient({ ...key, wsUrl: socket, beautify: true }, silent)
    closing.push(() => client.disconnectAll())
    const events: { eventType?: string; orderStatus?: string }[] = []
    client.getWSClient().on("formattedUserDataMessage", (event) => events.push(event as never))
    await client.subscribeUserDataStream("mainWSAPI")
    const timestamp = Date.now()
    const order = await client.submitNewSpotOrder({
      ...{ symbol: SYMBOL, side: "BUY", type: "LIMIT", timeInForce: "GTC", quantity: "0.001" },
      ...{ price: String(low), timestamp },
    })
    expect(order.result).toMatchObject({ status: "NEW" })
    const limits = await client.getSpotOrderRateLimits({ timestamp: Date.now() })
    expect(limits.result).toMatchObject([
      { interval: "SECOND" },
      { interval: "DAY", count: expect.any(Number) },
    ])
    const ended = await client.cancelAllSpotOpenOrders({ symbol: SYMBOL, timestamp: Date.now() })
    expect(ended.result).toHaveLength(1)
    await vi.waitFor(() => {
      const states = events
        .filter(({ eventType }) => eventType === "executionReport")
        .map((event) => event.orderStatus)
      expect(states).toEqual(["NEW", "CANCELED"])
    }, SOON)
  })

  test("its streams bring trades, books and candles of spot, and a user's futures by a listen key", async () => {
    const streams = new WebsocketClient({ wsUrl: socket }, silent)
    closing.push(() => streams.closeAll(true))
    const kinds = new Set<unknown>()
    streams.on("message", (event) => kinds.add((event as { e?: string }).e))
    await streams.subscribe(["btcusdt@trade", "btcusdt@depth@100ms", "btcusdt@kline_1m"], "main")
    await vi.waitFor(
      () => expect([...kinds]).toEqual(expect.arrayContaining(["trade", "depthUpdate", "kline"])),
      SOON,
    )

    const restOptions = { baseUrl: http }
    const own = new WebsocketClient(
      { ...key, beautify: true, wsUrl: `${socket}/fstream`, restOptions },
      silent,
    )
    closing.push(() => own.closeAll(true))
    const told: unknown[] = []
    own.on("formattedUserDataMessage", (event) => told.push((event as { eventType: string }).eventType))
    await own.subscribeUsdFuturesUserDataStream()
    const client = new USDMClient({ ...key, baseUrl: http })
    for (const side of ["BUY", "SELL"] as const)
      await client.submitNewOrder({ symbol: SYMBOL, side, type: "MARKET", quantity: 0.01 })
    await vi.waitFor(
      () => expect(told).toEqual(expect.arrayContaining(["ORDER_TRADE_UPDATE", "ACCOUNT_UPDATE"])),
      SOON,
    )
  })
})

describe("the official connectors", () => {
  test("trade on spot over HTTP, with the signs that a client order id may have", async () => {
    const { restAPI } = new Spot({ configurationRestAPI: { ...official, basePath: http } })
    const info = await (await restAPI.exchangeInfo({ symbol: SYMBOL })).data()
    expect(info.symbols?.[0]).toMatchObject({ symbol: SYMBOL, status: "TRADING" })
    expect(
      await (await restAPI.tickerTradingDay({ symbols: [SYMBOL, "ETHUSDT"] } as never)).data(),
    ).toHaveLength(2)
    const name = "a:b/c.d_e-1"
    const one = {
      symbol: SYMBOL,
      side: "BUY",
      type: "LIMIT",
      timeInForce: "GTC",
      quantity: 0.001,
      price: low,
    } as const
    const response = await restAPI.newOrder({ ...one, newClientOrderId: name } as never)
    expect(await response.data()).toMatchObject({ clientOrderId: name, status: "NEW" })
    expect(response.rateLimits).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ rateLimitType: "REQUEST_WEIGHT", interval: "MINUTE" }),
      ]),
    )
    const unnamed = await (await restAPI.newOrder(one as never)).data()
    expect(unnamed.clientOrderId).toMatch(/^[A-Za-z0-9]{22}$/)
    expect(await (await restAPI.deleteOpenOrders({ symbol: SYMBOL })).data()).toHaveLength(2)
    await expect(restAPI.deleteOpenOrders({ symbol: SYMBOL })).rejects.toThrow("Unknown order sent.")
  })

  test("trade on spot by the WebSocket API, and read streams", async () => {
    const client = new Spot({
      configurationWebsocketAPI: { ...official, wsURL: `${socket}/ws-api/v3` },
      configurationWebsocketStreams: { wsURL: socket },
    })
    const api = await client.websocketAPI.connect()
    closing.push(() => api.disconnect())
    const { stream } = await api.userDataStreamSubscribeSignature()
    const told: unknown[] = []
    stream.on("message", (event) => void told.push((event as { e?: string }).e))
    const one = {
      symbol: SYMBOL,
      side: "BUY",
      type: "LIMIT",
      timeInForce: "GTC",
      quantity: 0.001,
      price: low,
    }
    expect((await api.orderPlace(one as never)).data).toMatchObject({ status: "NEW" })
    expect((await api.openOrdersCancelAll({ symbol: SYMBOL })).data).toHaveLength(1)
    await vi.waitFor(() => expect(told).toContain("executionReport"), SOON)

    const streams = await client.websocketStreams.connect()
    closing.push(() => streams.disconnect())
    const seen = new Set<unknown>()
    streams.aggTrade({ symbol: SYMBOL }).on("message", ({ e }) => void seen.add(e))
    streams
      .diffBookDepth({ symbol: SYMBOL, updateSpeed: "100ms" as never })
      .on("message", ({ e }) => void seen.add(e))
    await vi.waitFor(() => expect([...seen].sort()).toEqual(["aggTrade", "depthUpdate"]), SOON)
  })

  test("trade futures over HTTP and by the WebSocket API, and read streams", async () => {
    const client = new DerivativesTradingUsdsFutures({
      configurationRestAPI: { ...official, basePath: http },
      configurationWebsocketAPI: { ...official, wsURL: `${socket}/ws-fapi/v1` },
      configurationWebsocketStreams: { wsURL: `${socket}/fstream` },
    })
    const one = {
      symbol: SYMBOL,
      side: "BUY",
      type: "LIMIT",
      timeInForce: "GTC",
      quantity: 0.01,
      price: low,
    } as const
    expect(await (await client.restAPI.newOrder(one as never)).data()).toMatchObject({ status: "NEW" })
    const { data } = await client.restAPI.currentAllOpenOrders({ symbol: SYMBOL })
    expect(await data()).toHaveLength(1)
    await client.restAPI.cancelAllOpenOrders({ symbol: SYMBOL })
    const api = await client.websocketAPI.connect()
    closing.push(() => api.disconnect())
    const order = await api.newOrder(one as never)
    expect(order.data).toMatchObject({ status: "NEW" })
    expect((await api.accountInformationV2({})).data).toMatchObject({ canTrade: true })
    await client.restAPI.cancelAllOpenOrders({ symbol: SYMBOL })
    const streams = await client.websocketStreams.connect()
    closing.push(() => streams.disconnect())
    const marks: unknown[] = []
    streams.markPriceStream({ symbol: SYMBOL }).on("message", ({ p }) => void marks.push(p))
    await vi.waitFor(() => expect(Number(marks[0])).toBeGreaterThan(0), SOON)
  })
})

test("spot's times are microseconds for a client that is set to them", async () => {
  const timeUnit = "MICROSECOND" as never
  const { restAPI } = new Spot({ configurationRestAPI: { ...official, basePath: http, timeUnit } })
  const { serverTime } = (await (await restAPI.time()).data()) as { serverTime: number }
  expect(Math.abs(Number(serverTime) / 1000 - Date.now())).toBeLessThan(60_000)
  const asked = { symbol: SYMBOL, interval: "1m" as never, limit: 1 }
  const [candle] = (await (await restAPI.klines(asked)).data()) as unknown as number[][]
  expect(Number(candle?.[6]) - Number(candle?.[0])).toBe(59_999_000)
  const headers = { "X-MBX-TIME-UNIT": "DAY" }
  expect((await askDoor(scene.server, "/api/v3/time", { headers })).body).toMatchObject({ code: -1130 })
})

test("a rolling ticker is what the minutes of its window come to", async () => {
  type Ticker = Record<"openPrice" | "highPrice" | "lowPrice" | "volume", string> & { openTime: number }
  const { body: ticker } = await askDoor<Ticker>(
    scene.server,
    `/api/v3/ticker?symbol=${SYMBOL}&windowSize=7h`,
  )
  const path = `/api/v3/klines?symbol=${SYMBOL}&interval=1m&limit=1000&startTime=${ticker.openTime}`
  const { body: minutes } = await askDoor<[number, string, string, string, string, string][]>(
    scene.server,
    path,
  )
  expect(minutes[0]?.slice(0, 2)).toEqual([ticker.openTime, ticker.openPrice])
  // The minute that moves may have gone on between the two.
  const ended = minutes.slice(0, -1)
  const [highs, lows] = [ended.map(([, , high]) => Number(high)), ended.map(([, , , low]) => Number(low))]
  expect(Number(ticker.highPrice)).toBeGreaterThanOrEqual(Math.max(...highs))
  expect(Number(ticker.lowPrice)).toBeLessThanOrEqual(Math.min(...lows))
  const least = ended.reduce((sum, [, , , , , volume]) => sum + Number(volume), 0)
  const most = minutes.reduce((sum, [, , , , , volume]) => sum + Number(volume), 0)
  expect(Number(ticker.volume)).toBeGreaterThanOrEqual(least - 1e-6)
  expect(Number(ticker.volume)).toBeLessThanOrEqual(most + 1e-6)
})

describe("a key", () => {
  const pair = () => ({
    ...{ symbol: SYMBOL, side: "BUY", quantity: "0.001", price: low, stopPrice: Math.round(low * 1.3) },
    ...{ stopLimitPrice: Math.round(low * 1.31), stopLimitTimeInForce: "GTC" },
  })

  test("of spot alone places a pair and takes it back, one without that may not", async () => {
    const spot = await scene.keyWith(["read", "spot"])
    const placed = await askSigned(scene.server, spot, "POST /api/v3/order/oco", pair())
    expect(placed).toMatchObject({ status: 200, body: { listOrderStatus: "EXECUTING" } })
    const named = { symbol: SYMBOL, orderListId: Number(placed.body.orderListId) }
    const ended = await askSigned(scene.server, spot, "DELETE /api/v3/orderList", named)
    expect(ended).toMatchObject({ status: 200, body: { listOrderStatus: "ALL_DONE" } })
    const contract = await scene.keyWith(["read", "contract"])
    const refused = await askSigned(scene.server, contract, "POST /api/v3/order/oco", pair())
    expect(refused).toMatchObject({ status: 401, body: { code: -2015 } })
  })

  test("of contracts alone counts down one of them, one without that may not", async () => {
    const asked = { symbol: SYMBOL, countdownTime: 60_000 }
    const contract = await scene.keyWith(["read", "contract"])
    expect(await askSigned(scene.server, contract, "POST /fapi/v1/countdownCancelAll", asked)).toMatchObject({
      ...{ status: 200, body: { countdownTime: "60000" } },
    })
    const spot = await scene.keyWith(["read", "spot"])
    const refused = await askSigned(scene.server, spot, "POST /fapi/v1/countdownCancelAll", asked)
    expect(refused).toMatchObject({ status: 401, body: { code: -2015 } })
  })

  test("has placed as many orders as its batches name", async () => {
    const contract = await scene.keyWith(["read", "contract"])
    const one = {
      symbol: SYMBOL,
      side: "BUY",
      type: "LIMIT",
      timeInForce: "GTC",
      quantity: "0.01",
      price: "1",
    }
    const batch = (count: number) => ({
      batchOrders: JSON.stringify(Array.from({ length: count }, () => one)),
    })
    const counts: number[] = []
    for (const count of [2, 3]) {
      const { headers } = await askSigned(scene.server, contract, "POST /fapi/v1/batchOrders", batch(count))
      counts.push(Number(headers.get("x-mbx-order-count-1m")))
    }
    // A minute may begin between the two.
    expect([
      [2, 5],
      [2, 3],
    ]).toContainEqual(counts)
  })
})
