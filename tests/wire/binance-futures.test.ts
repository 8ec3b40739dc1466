/** ccxt's `binanceusdm` on the door, against the real server: contracts, orders of each type, positions, settings, funding. */

import { afterAll, beforeAll, describe, expect, test } from "vitest"
import type { KeyRow } from "#core/wire/index.ts"
import type { RunningServer } from "#server/start/start-server.ts"
import { askForKey } from "#tests/support/api-key.ts"
import { askDoor, askSigned, type DoorKey, doorKey } from "#tests/support/binance-client.ts"
import { type CcxtClient, ccxtClient, untilTaken } from "#tests/support/ccxt-client.ts"
import { newContractTrader } from "#tests/support/contract-trader.ts"
import { startInProcess } from "#tests/support/in-process-server.ts"
import { removeFolders } from "#tests/support/saker-process.ts"

const SYMBOL = "BTC/USDT:USDT"
const ETHER = "ETH/USDT:USDT"
let server: RunningServer
let bot: CcxtClient
let raw: DoorKey
let bid: number
let ask: number
const SHARE = process.env.SAKER_TESTS === "long" ? 1 : 5
const routes: { method: string; path: string }[] = []
const round = (price: number) => Math.round(price * 10) / 10

beforeAll(async () => {
  server = await startInProcess(
    {
      ...{ SAKER_ORDERS_PER_SECOND: "1000", SAKER_ACCOUNT_CALLS_PER_SECOND: "1000" },
      SAKER_TRUSTED_PROXIES: "127.0.0.1",
    },
    { onRoute: (method, path) => routes.push({ method, path }) },
  )
  const ada = await newContractTrader(server)
  const made = await askForKey(server, ada, { scopes: ["read", "spot", "contract", "transfer"] })
  const { row, secret } = made.data as { row: KeyRow; secret: string }
  raw = doorKey(row.key, secret)
  bot = await ccxtClient(server, "binanceusdm", { apiKey: row.key, secret })
  const best = await untilTaken(bot, SYMBOL, () => askSigned(server, raw, "POST /fapi/v1/order/test"))
  bid = best.bid
  ask = best.ask
})
afterAll(async () => {
  await server.close()
  removeFolders()
})

describe("what anyone may ask", () => {
  test("are contracts with their steps, and books, trades, candles and tickers", async () => {
    expect(bot.markets[SYMBOL]).toMatchObject({ id: "BTCUSDT", active: true, precision: { price: 0.1 } })
    expect((await bot.fetchOrderBook(SYMBOL, 20)).nonce).toBeGreaterThan(0)
    expect((await bot.fetchTrades(SYMBOL, undefined, 5)).length).toBeGreaterThan(0)
    const start = Date.now() - 10 * 3_600_000
    expect(await bot.fetchOHLCV(SYMBOL, "1h", start, 5)).toHaveLength(5)
    // Marks are kept from the first run on.
    expect((await bot.fetchOHLCV(SYMBOL, "1m", undefined, 5, { price: "mark" })).length).toBeGreaterThan(0)
    expect((await bot.fetchTicker(SYMBOL)).last).toBeGreaterThan(0)
    expect(Object.keys(await bot.fetchTickers()).length).toBeGreaterThanOrEqual(2)
    expect((await bot.fetchBidsAsks([SYMBOL]))[SYMBOL]?.ask).toBeGreaterThan(0)
  })
  test("are marks, funding rates and open interest", async () => {
    expect(await bot.fetchFundingRate(SYMBOL)).toMatchObject({ markPrice: expect.any(Number) })
    expect(Object.keys(await bot.fetchFundingRates())).toContain(SYMBOL)
    expect(await bot.fetchFundingRateHistory(SYMBOL)).toEqual([])
    expect((await bot.fetchOpenInterest(SYMBOL)).openInterestAmount).toBeGreaterThanOrEqual(0)
  })
})

describe("what a key may do", () => {
  test("leverage, margin mode and position mode are set and read", async () => {
    expect(await bot.setLeverage(7, ETHER)).toMatchObject({ leverage: 7 })
    expect((await bot.fetchLeverages([ETHER]))[ETHER]).toMatchObject({ longLeverage: 7, marginMode: "cross" })
    expect(await bot.setMarginMode("isolated", ETHER)).toMatchObject({ code: 200 })
    // ccxt knows the code of what is set already.
    await expect(bot.setMarginMode("isolated", ETHER)).rejects.toThrow(/-4046/)
    expect((await bot.fetchMarginModes([ETHER]))[ETHER]).toMatchObject({ marginMode: "isolated" })
    expect((await bot.fetchLeverageTiers([SYMBOL]))[SYMBOL]?.[0]?.maxLeverage).toBeGreaterThan(50)
    await bot.setPositionMode(true)
    expect(await bot.fetchPositionMode()).toMatchObject({ hedged: true })
    for (const side of ["buy", "sell"])
      await bot.createOrder(SYMBOL, "market", side, 0.01, undefined, { hedged: true })
    const both = await bot.fetchPositions([SYMBOL])
    expect(both.map(({ side, hedged }) => [side, hedged])).toEqual([
      ["long", true],
      ["short", true],
    ])
    const less = { hedged: true, reduceOnly: true }
    for (const side of ["buy", "sell"]) await bot.createOrder(SYMBOL, "market", side, 0.01, undefined, less)
    expect(await bot.fetchPositions([SYMBOL])).toEqual([])
    await bot.setPositionMode(false)
  })

  test("a limit order is placed, found, amended and cancelled", async () => {
    const price = round(bid * 0.9)
    const order = await bot.createOrder(SYMBOL, "limit", "buy", 0.01, price, { clientOrderId: "mine-1" })
    expect(order).toMatchObject({ status: "open", price, amount: 0.01, clientOrderId: "mine-1" })
    const amended = await bot.editOrder(order.id, SYMBOL, "limit", "buy", 0.02, round(bid * 0.89))
    expect(amended).toMatchObject({ id: order.id, amount: 0.02, price: round(bid * 0.89) })
    expect(await bot.fetchOrder(order.id, SYMBOL)).toMatchObject({ amount: 0.02, type: "limit" })
    expect((await bot.fetchOpenOrders(SYMBOL)).map(({ id }) => id)).toEqual([order.id])
    expect(await bot.cancelOrder(order.id, SYMBOL)).toMatchObject({ status: "canceled" })
    expect((await bot.fetchOrders(SYMBOL)).at(-1)).toMatchObject({ id: order.id, status: "canceled" })
    const batch = [0.9, 0.89].map((share) => ({
      ...{ symbol: SYMBOL, type: "limit", side: "buy", amount: 0.01, price: round(bid * share) },
      params: { postOnly: true },
    }))
    expect(await bot.createOrders(batch)).toMatchObject([
      { status: "open" },
      { status: "open", postOnly: true },
    ])
    await bot.cancelAllOrders(SYMBOL)
    expect(await bot.fetchOpenOrders(SYMBOL)).toEqual([])
  })

  test("a market order opens a position, another closes it", async () => {
    const opened = await bot.createOrder(SYMBOL, "market", "buy", 0.01)
    expect(opened).toMatchObject({ status: "closed", filled: 0.01, type: "market" })
    const [position] = await bot.fetchPositions([SYMBOL])
    expect(position).toMatchObject({ side: "long", contracts: 0.01, marginMode: "cross", hedged: false })
    expect(position?.entryPrice).toBeCloseTo(opened.price ?? 0, -3)
    expect(position?.markPrice).toBeGreaterThan(0)
    const balance = (await bot.fetchBalance()).USDT
    expect(balance?.free).toBeLessThan(balance?.total ?? 0)
    expect(balance?.total).toBeCloseTo(5000, -2)
    const closed = await bot.createOrder(SYMBOL, "market", "sell", 0.01, undefined, { reduceOnly: true })
    expect(closed).toMatchObject({ status: "closed", reduceOnly: true })
    expect(await bot.fetchPositions([SYMBOL])).toEqual([])
    const trades = await bot.fetchMyTrades(SYMBOL)
    expect([...new Set(trades.map(({ order }) => order))].slice(-2)).toEqual([opened.id, closed.id])
    expect((await bot.fetchLedger("USDT")).length).toBeGreaterThan(2)
    expect(await bot.fetchFundingHistory(SYMBOL)).toEqual([])
  })

  test("an isolated position gets more margin", async () => {
    await bot.createOrder(ETHER, "market", "sell", 0.1)
    await bot.addMargin(ETHER, 5)
    const [position] = await bot.fetchPositions([ETHER])
    expect(position).toMatchObject({ side: "short", contracts: 0.1, marginMode: "isolated" })
    expect(position?.liquidationPrice).toBeGreaterThan(position?.entryPrice ?? 0)
    await bot.createOrder(ETHER, "market", "buy", 0.1, undefined, { reduceOnly: true })
  })

  test("conditional orders wait on calls of their own", async () => {
    const [low, high] = [round(bid * 0.9), round(ask * 1.1)]
    const place = (type: string, side: string, params: object, price?: number) =>
      bot.createOrder(SYMBOL, type, side, 0.01, price, { ...params })
    const stop = await place("STOP_MARKET", "sell", { stopPrice: low })
    const profit = await place("TAKE_PROFIT_MARKET", "sell", { stopPrice: high, workingType: "MARK_PRICE" })
    const limit = await place("STOP", "buy", { stopPrice: high }, high)
    const trailing = await place("TRAILING_STOP_MARKET", "sell", { trailingPercent: 2 })
    expect(stop).toMatchObject({ status: "open", triggerPrice: low })
    await expect(place("STOP_MARKET", "sell", { stopPrice: high })).rejects.toThrow(/immediately trigger/)
    const plain = {
      symbol: "BTCUSDT",
      side: "SELL",
      type: "STOP_MARKET",
      quantity: "0.01",
      stopPrice: String(low),
    }
    const { body } = await askSigned(server, raw, "POST /fapi/v1/order", plain)
    expect((await bot.fetchOpenOrders(SYMBOL)).map(({ id }) => id)).toEqual([String(body.orderId)])
    expect(await bot.cancelOrder(String(body.orderId), SYMBOL)).toMatchObject({
      info: { type: "STOP_MARKET" },
    })
    const waiting = await bot.fetchOpenOrders(SYMBOL, undefined, undefined, { trigger: true })
    expect(waiting.map(({ id, info }) => [id, info.orderType])).toEqual([
      [stop.id, "STOP_MARKET"],
      [profit.id, "TAKE_PROFIT_MARKET"],
      [limit.id, "STOP"],
      [trailing.id, "TRAILING_STOP_MARKET"],
    ])
    expect(await bot.fetchOpenOrders(SYMBOL)).toEqual([])
    expect(await bot.fetchOrder(stop.id, SYMBOL, { trigger: true })).toMatchObject({ id: stop.id })
    // Who takes back plain orders keeps what protects a position.
    await bot.cancelAllOrders(SYMBOL)
    expect(await bot.fetchOrder(stop.id, SYMBOL, { trigger: true })).toMatchObject({ status: "open" })
    await bot.cancelOrder(stop.id, SYMBOL, { trigger: true })
    await bot.cancelAllOrders(SYMBOL, { trigger: true })
    expect(await bot.fetchOpenOrders(SYMBOL, undefined, undefined, { trigger: true })).toEqual([])
  })

  test("money goes to the contract account and back", async () => {
    const { id } = await bot.transfer("USDT", 100, "spot", "linear")
    const made = { type: "MAIN_UMFUTURE", size: "1" }
    const history = await askSigned(server, raw, "GET /sapi/v1/asset/transfer", made)
    expect(history.body).toMatchObject({ rows: [{ asset: "USDT", amount: "100", tranId: Number(id) }] })
    expect((await bot.fetchBalance()).USDT?.total).toBeCloseTo(5100, -2)
    await bot.transfer("USDT", 100, "linear", "spot")
  })

  test("older calls tell the same", async () => {
    const { body: risk } = await askSigned<Record<string, string>[]>(server, raw, "GET /fapi/v2/positionRisk")
    expect(risk.find(({ symbol }) => symbol === "ETHUSDT")).toMatchObject({
      leverage: "7",
      marginType: "isolated",
    })
    const { body: balances } = await askSigned<object[]>(server, raw, "GET /fapi/v2/balance")
    expect(balances).toEqual([expect.objectContaining({ asset: "USDT", accountAlias: "" })])
    expect(await askDoor(server, "/fapi/v1/depth?symbol=BTCUSDT&limit=5")).toMatchObject({
      body: { lastUpdateId: expect.any(Number), E: expect.any(Number), bids: expect.any(Array) },
    })
  })
})

describe("what is refused", () => {
  const order = {
    symbol: "BTCUSDT",
    side: "BUY",
    type: "LIMIT",
    timeInForce: "GTC",
    quantity: "0.01",
    price: "50000",
  }
  const named = { symbol: "BTCUSDT", orderId: "999999999" }
  test.each<[number, string, string, Record<string, string>]>([
    [-1121, "an unknown symbol", "POST /fapi/v1/order", { ...order, symbol: "BTCUSD" }],
    [-1102, "no time in force", "POST /fapi/v1/order", { ...order, timeInForce: "" }],
    [-1116, "an unknown type", "POST /fapi/v1/order", { ...order, type: "STOP_LOSS" }],
    [-1116, "a plain order as a conditional one", "POST /fapi/v1/algoOrder", order],
    [-4014, "a price off the ticks", "POST /fapi/v1/order", { ...order, price: "50000.01" }],
    [-1111, "a quantity off the lots", "POST /fapi/v1/order", { ...order, quantity: "0.00001" }],
    [-4003, "a quantity of nothing", "POST /fapi/v1/order", { ...order, quantity: "0" }],
    [-2019, "more than the margin allows", "POST /fapi/v1/order", { ...order, quantity: "50" }],
    [-2022, "a reduction of nothing", "POST /fapi/v1/order", { ...order, reduceOnly: "true" }],
    [-4061, "a side of no hedge", "POST /fapi/v1/order", { ...order, positionSide: "LONG" }],
    [
      -4028,
      "a leverage that isn't offered",
      "POST /fapi/v1/leverage",
      { symbol: "BTCUSDT", leverage: "500" },
    ],
    [-4059, "a mode that is set already", "POST /fapi/v1/positionSide/dual", { dualSidePosition: "false" }],
    [-2011, "an unknown order to cancel", "DELETE /fapi/v1/order", named],
    [-2013, "an unknown order", "GET /fapi/v1/order", named],
    [-1021, "an old request", "GET /fapi/v3/account", { timestamp: "1700000000000" }],
  ])("with %i: %s", async (code, _what, call, fields) => {
    const answer = await askSigned(server, raw, call, fields)
    expect(answer).toMatchObject({ status: 400, body: { code, msg: expect.any(String) } })
  })

  test("a signature that is off by a byte", async () => {
    const sign = (text: string) => raw.sign(text).replace(/^./, (first) => (first === "0" ? "1" : "0"))
    const answer = await askSigned(server, { ...raw, sign }, "POST /fapi/v1/order", order)
    expect(answer).toMatchObject({ status: 400, body: { code: -1022 } })
  })

  test("nonsense in any field of any route, never with a fault of ours", async () => {
    const names = [
      ...["symbol", "pair", "side", "type", "timeInForce", "price", "quantity", "quoteOrderQty", "stopPrice"],
      ...[
        "orderId",
        "origClientOrderId",
        "newClientOrderId",
        "algoId",
        "fromId",
        "startTime",
        "endTime",
        "limit",
      ],
      ...[
        "interval",
        "leverage",
        "marginType",
        "amount",
        "asset",
        "batchOrders",
        "orderIdList",
        "recvWindow",
      ],
      ...[
        "dualSidePosition",
        "cancelReplaceMode",
        "callbackRate",
        "countdownTime",
        "newQty",
        "trailingDelta",
      ],
    ]
    const sane = { symbol: "BTCUSDT", pair: "BTCUSDT", side: "BUY", type: "LIMIT", interval: "1m" }
    const bad = [
      "",
      "-1",
      "0",
      "1e9",
      "9".repeat(30),
      "NaN",
      "[]",
      "{}",
      "[1]",
      '[{"a":{}}]',
      "\u0000",
      "__proto__",
      "Ω",
    ]
    const own = routes.filter(
      ({ method, path }) => path.startsWith("/binance/") && !/HEAD|OPTIONS/.test(method),
    )
    expect(own.length).toBeGreaterThan(70)
    const faults: string[] = []
    for (const [place, { method, path }] of own.entries()) {
      // All of them in the long form; else a fifth, another at each route.
      const tried = names.filter((_name, turn) => SHARE === 1 || (turn + place) % SHARE === 0)
      const asks = tried.map((name, turn) => {
        const fields = { ...sane, [name]: bad[(place + turn) % bad.length] ?? "" }
        // Each from elsewhere: none is refused for what the others weigh.
        const headers = { "x-forwarded-for": `10.0.${place}.${turn}` }
        return askSigned(server, { ...raw, headers }, `${method} ${path.slice("/binance".length)}`, fields)
      })
      for (const { status, body } of await Promise.all(asks))
        if (status >= 500 || status === 429) faults.push(`${method} ${path}: ${JSON.stringify(body)}`)
    }
    expect(faults).toEqual([])
  })
})
