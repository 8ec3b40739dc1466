/** ccxt's `binance` on the door, against the real server: markets, orders of each type, history, and what is refused. */

import { execFile } from "node:child_process"
import { generateKeyPairSync } from "node:crypto"
import { join } from "node:path"
import { promisify } from "node:util"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import type { KeyRow } from "#core/wire/index.ts"
import type { RunningServer } from "#server/start/start-server.ts"
import { askForKey } from "#tests/support/api-key.ts"
import { askDoor, askSigned, type DoorKey, doorKey } from "#tests/support/binance-client.ts"
import { type CcxtClient, ccxtClient, untilTaken } from "#tests/support/ccxt-client.ts"
import { startInProcess } from "#tests/support/in-process-server.ts"
import { removeFolders } from "#tests/support/saker-process.ts"
import { newTrader, type Trader } from "#tests/support/trader.ts"

const SYMBOL = "BTC/USDT"
let server: RunningServer
let ada: Trader
let bot: CcxtClient
let raw: DoorKey
let bid: number
let ask: number

async function keyFor(trader: Trader, scopes: readonly ("read" | "spot" | "contract" | "transfer")[]) {
  const made = await askForKey(server, trader, { scopes })
  expect(made).toMatchObject({ code: 200 })
  const { row, secret } = made.data as { row: KeyRow; secret: string }
  return { apiKey: row.key, secret }
}
const round = (price: number) => Math.round(price * 100) / 100

beforeAll(async () => {
  server = await startInProcess({ SAKER_ORDERS_PER_SECOND: "1000" })
  ada = await newTrader(server)
  const key = await keyFor(ada, ["read", "spot", "contract", "transfer"])
  raw = doorKey(key.apiKey, key.secret)
  bot = await ccxtClient(server, "binance", key)
  const best = await untilTaken(bot, SYMBOL, () => askSigned(server, raw, "POST /api/v3/order/test"))
  bid = best.bid
  ask = best.ask
})
afterAll(async () => {
  await server.close()
  removeFolders()
})

describe("what anyone may ask", () => {
  test("are markets with their steps and limits", () => {
    const market = bot.markets[SYMBOL]
    expect(market).toMatchObject({ id: "BTCUSDT", active: true, precision: { price: 0.01, amount: 0.00001 } })
    expect(Object.keys(bot.markets)).toContain("BTC/USDT:USDT")
  })
  test("are book, trades, candles and tickers", async () => {
    const book = await bot.fetchOrderBook(SYMBOL, 20)
    expect(book.bids.length).toBeGreaterThan(5)
    expect(book.nonce).toBeGreaterThan(0)
    const trades = await bot.fetchTrades(SYMBOL, undefined, 10)
    expect(trades.length).toBeGreaterThan(0)
    const candles = await bot.fetchOHLCV(SYMBOL, "1h", Date.now() - 10 * 3_600_000, 5)
    expect(candles).toHaveLength(5)
    const ticker = await bot.fetchTicker(SYMBOL)
    expect(ticker.last).toBeGreaterThan(0)
    expect(ticker.high).toBeGreaterThanOrEqual(ticker.low ?? 0)
    expect(Object.keys(await bot.fetchTickers()).length).toBeGreaterThanOrEqual(3)
    expect((await bot.fetchBidsAsks([SYMBOL]))[SYMBOL]?.bid).toBeGreaterThan(0)
    expect((await bot.fetchLastPrices([SYMBOL]))[SYMBOL]?.price).toBeGreaterThan(0)
    expect((await bot.fetchStatus()).status).toBe("ok")
    expect(Math.abs((await bot.fetchTime()) - Date.now())).toBeLessThan(60_000)
  })
})

describe("without a key", () => {
  test.each([
    [400, -1121, "/api/v3/depth?symbol=NOSUCH"],
    [400, -1102, "/api/v3/depth"],
    [400, -1105, "/api/v3/ticker/price?symbol="],
    [400, -1120, "/api/v3/klines?symbol=BTCUSDT&interval=7m"],
    [400, -1128, '/api/v3/ticker/price?symbol=BTCUSDT&symbols=["ETHUSDT"]'],
    [400, -1101, "/api/v3/depth?symbol=BTCUSDT&symbol=ETHUSDT"],
    [404, -5000, "/api/v3/nowhere"],
    [401, -2014, "/api/v3/historicalTrades?symbol=BTCUSDT"],
  ])("%i with %i is the answer to %s", async (status, code, path) => {
    const answer = await askDoor(server, path)
    expect(answer).toMatchObject({ status, body: { code, msg: expect.any(String) } })
  })
  test("a key that nobody has is refused as one that may not", async () => {
    const answer = await askSigned(server, doorKey("sk_nobody", "x"), "GET /api/v3/account")
    expect(answer).toMatchObject({ status: 401, body: { code: -2015 } })
  })
  test("the weight of a minute goes up by what each request weighs", async () => {
    const used = async (path: string) =>
      Number((await askDoor(server, path)).headers.get("x-mbx-used-weight-1m"))
    const before = await used("/api/v3/ping")
    const after = await used("/api/v3/depth?symbol=BTCUSDT&limit=500")
    // Unless a minute began between the two.
    expect([before + 25, 25]).toContain(after)
  })
  test("a page of candles begins where it is asked to", async () => {
    const minute = 60_000
    const start = Math.floor(Date.now() / minute) * minute - 10 * minute
    const path = `/api/v3/klines?symbol=BTCUSDT&interval=1m&startTime=${start}&limit=3`
    const { body } = await askDoor<(string | number)[][]>(server, path)
    expect(body.map(([open]) => open)).toEqual([start, start + minute, start + 2 * minute])
    expect(body[0]?.[6]).toBe(start + minute - 1)
  })
})

describe("what a key may do", () => {
  test("it reads balances, fees and coins", async () => {
    expect((await bot.fetchBalance()).USDT).toMatchObject({ free: 10_000, used: 0, total: 10_000 })
    expect(await bot.fetchTradingFee(SYMBOL)).toMatchObject({ maker: 0.001, taker: 0.001 })
    expect(Object.keys(await bot.fetchCurrencies())).toContain("BTC")
  })

  test("a limit order is placed, found, changed and cancelled", async () => {
    const price = round(bid * 0.9)
    const order = await bot.createOrder(SYMBOL, "limit", "buy", 0.001, price, { clientOrderId: "mine-1" })
    expect(order).toMatchObject({ status: "open", price, amount: 0.001, filled: 0, clientOrderId: "mine-1" })
    expect(await bot.fetchOrder(order.id, SYMBOL)).toMatchObject({ id: order.id, type: "limit", side: "buy" })
    expect((await bot.fetchOpenOrders(SYMBOL)).map(({ id }) => id)).toEqual([order.id])
    const other = await bot.editOrder(order.id, SYMBOL, "limit", "buy", 0.002, round(bid * 0.89))
    expect(other).toMatchObject({ status: "open", amount: 0.002 })
    expect(await bot.fetchOrder(order.id, SYMBOL)).toMatchObject({ status: "canceled" })
    expect(await bot.cancelOrder(other.id, SYMBOL)).toMatchObject({ id: other.id, status: "canceled" })
    expect(await bot.fetchOpenOrders(SYMBOL)).toEqual([])
    const ended = await bot.fetchOrders(SYMBOL)
    expect(ended.map(({ id }) => id)).toEqual([order.id, other.id])
  })

  test("market orders fill, by quantity and by an amount of money, and tell their fills", async () => {
    const bought = await bot.createOrder(SYMBOL, "market", "buy", 0.001)
    expect(bought).toMatchObject({ status: "closed", filled: 0.001, type: "market" })
    expect(bought.trades?.length).toBeGreaterThan(0)
    const spent = await bot.createOrder(SYMBOL, "market", "buy", 0, undefined, { cost: 50 })
    expect(spent.status).toBe("closed")
    expect(spent.filled).toBeGreaterThan(0)
    const sold = await bot.createOrder(SYMBOL, "market", "sell", 0.001)
    expect(sold).toMatchObject({ status: "closed", side: "sell" })
    const trades = await bot.fetchMyTrades(SYMBOL)
    expect(new Set(trades.map(({ order }) => order))).toEqual(new Set([bought.id, spent.id, sold.id]))
  })

  test("post-only, IOC, FOK, stops that stop a loss or take a profit, and trailing ones", async () => {
    const only = await bot.createOrder(SYMBOL, "limit", "buy", 0.001, round(bid * 0.9), { postOnly: true })
    expect(only).toMatchObject({ status: "open", postOnly: true })
    const ioc = await bot.createOrder(SYMBOL, "limit", "buy", 0.001, round(bid * 0.9), { timeInForce: "IOC" })
    expect(ioc).toMatchObject({ status: "expired", timeInForce: "IOC" })
    const [low, high] = [round(bid * 0.8), round(ask * 1.2)]
    const stop = (type: string, stopPrice: number) =>
      bot.createOrder(SYMBOL, type, "sell", 0.001, stopPrice, { stopPrice, timeInForce: "GTC" })
    const loss = await stop("STOP_LOSS_LIMIT", low)
    const profit = await stop("TAKE_PROFIT_LIMIT", high)
    await expect(stop("STOP_LOSS_LIMIT", high)).rejects.toThrow(/trigger immediately/)
    const trailing = await bot.createOrder(SYMBOL, "STOP_LOSS", "sell", 0.001, undefined, {
      trailingDelta: 200,
    })
    const told = await bot.fetchOpenOrders(SYMBOL)
    const types = new Map(told.map(({ id, info }) => [id, info.type]))
    expect([loss, profit, trailing, only].map(({ id }) => types.get(id))).toEqual([
      ...["STOP_LOSS_LIMIT", "TAKE_PROFIT_LIMIT", "STOP_LOSS", "LIMIT_MAKER"],
    ])
    expect(await bot.fetchOrder(loss.id, SYMBOL)).toMatchObject({ triggerPrice: low, status: "open" })
    expect(await bot.cancelAllOrders(SYMBOL)).toHaveLength(4)
    // The rule of this market's prices: no buy above the best ask.
    const beyond = bot.createOrder(SYMBOL, "limit", "buy", 0.001, round(ask * 1.5), { postOnly: true })
    await expect(beyond).rejects.toThrow(/PERCENT_PRICE_BY_SIDE/)
  })

  test("a pair of which one cancels the other, in both forms of asking", async () => {
    const [low, high] = [String(round(bid * 0.8)), String(round(ask * 1.2))]
    const pair = { symbol: "BTCUSDT", side: "SELL", quantity: "0.001" }
    const below = {
      belowType: "STOP_LOSS_LIMIT",
      belowStopPrice: low,
      belowPrice: low,
      belowTimeInForce: "GTC",
    }
    const newer = { ...pair, ...below, aboveType: "LIMIT_MAKER", abovePrice: high }
    const older = { ...pair, price: high, stopPrice: low, stopLimitPrice: low }
    type List = { orderListId: number; orders: object[]; orderReports: { type: string; status: string }[] }
    for (const [call, fields] of [
      ["POST /api/v3/orderList/oco", newer],
      ["POST /api/v3/order/oco", older],
    ] as const) {
      const { body } = await askSigned<List>(server, raw, call, fields)
      expect(body.orderReports.map(({ type }) => type)).toEqual(["LIMIT_MAKER", "STOP_LOSS_LIMIT"])
      const { orderListId } = body
      const open = await askSigned<List[]>(server, raw, "GET /api/v3/openOrderList")
      expect(open.body.map((list) => list.orderListId)).toEqual([orderListId])
      const ended = await askSigned<List>(server, raw, "DELETE /api/v3/orderList", {
        ...{ symbol: "BTCUSDT", orderListId },
      })
      expect(ended.body).toMatchObject({ listOrderStatus: "ALL_DONE", orders: body.orders })
      expect(ended.body.orderReports.map(({ status }) => status)).toEqual(["CANCELED", "CANCELED"])
      const again = await askSigned(server, raw, "GET /api/v3/orderList", { orderListId })
      expect(again.body).toMatchObject({ listOrderStatus: "ALL_DONE" })
    }
    const wrong = await askSigned(server, raw, "POST /api/v3/orderList/oco", {
      ...newer,
      belowStopPrice: high,
      belowPrice: high,
    })
    expect(wrong.body).toMatchObject({ code: -2010 })
  })

  test("the market maker and the grid of the examples trade, and leave nothing open", async () => {
    const run = async (file: string) => {
      const path = join(import.meta.dirname, "../../examples/ccxt-bots", file)
      const args = [path, server.address, SYMBOL, "2"]
      const env = { ...process.env, BOT_KEY: bot.apiKey, BOT_SECRET: bot.secret }
      const { stdout } = await promisify(execFile)(process.execPath, args, { env })
      return stdout
    }
    const [maker, grid] = await Promise.all([run("market-maker.mjs"), run("grid.mjs")])
    expect(maker).toMatch(
      /round 2: [\d.]+ \/ [\d.]+ around [\d.]+\n.* ended with \d+ trades and no open quote\n$/s,
    )
    expect(grid).toMatch(/round 2: [1-9] orders open.* ended with \d+ filled and no open order\n$/s)
    expect(await bot.fetchOpenOrders(SYMBOL)).toEqual([])
  })

  test("an order's answer is as short as it asks, and a trial places nothing", async () => {
    const fields = { symbol: "BTCUSDT", side: "BUY", type: "LIMIT", timeInForce: "GTC" }
    const order = { ...fields, quantity: "0.001", price: String(round(bid * 0.9)) }
    expect(await askSigned(server, raw, "POST /api/v3/order/test", order)).toMatchObject({
      body: {},
      status: 200,
    })
    const { body, headers } = await askSigned(server, raw, "POST /api/v3/order", {
      ...order,
      newOrderRespType: "ACK",
    })
    expect(Object.keys(body).sort()).toEqual([
      "clientOrderId",
      "orderId",
      "orderListId",
      "symbol",
      "transactTime",
    ])
    expect(Number(headers.get("x-mbx-order-count-10s"))).toBeGreaterThan(0)
    const less = { symbol: "BTCUSDT", orderId: Number(body.orderId), newQty: "0.0005" }
    const amended = await askSigned<{ amendedOrder: object }>(
      server,
      raw,
      "PUT /api/v3/order/amend/keepPriority",
      less,
    )
    expect(amended.body.amendedOrder).toMatchObject({ orderId: body.orderId, qty: "0.00050" })
    await bot.cancelAllOrders(SYMBOL)
  })
})

describe("what is refused", () => {
  const limit = { symbol: "BTCUSDT", side: "BUY", type: "LIMIT", timeInForce: "GTC", quantity: "0.001" }
  const order = { ...limit, price: "50000" }
  test.each<[number, string, string, Record<string, string>]>([
    [-1121, "an unknown symbol", "POST /api/v3/order", { ...order, symbol: "NOSUCH" }],
    [-1102, "no price", "POST /api/v3/order", limit],
    [-1106, "a time in force of a market order", "POST /api/v3/order", { ...order, type: "MARKET" }],
    [-1115, "an unknown time in force", "POST /api/v3/order", { ...order, timeInForce: "GTX" }],
    [-1116, "an unknown type", "POST /api/v3/order", { ...order, type: "STOP" }],
    [-1117, "an unknown side", "POST /api/v3/order", { ...order, side: "HOLD" }],
    [-1100, "a price that is none", "POST /api/v3/order", { ...order, price: "5e4" }],
    [-1013, "a price off the ticks", "POST /api/v3/order", { ...order, price: "50000.001" }],
    [-1013, "a quantity off the lots", "POST /api/v3/order/test", { ...order, quantity: "0.0000001" }],
    [-1013, "a quantity of nothing", "POST /api/v3/order", { ...order, quantity: "0" }],
    [-1013, "too little money", "POST /api/v3/order", { ...order, quantity: "0.00001" }],
    [
      -1013,
      "a price far from the market",
      "POST /api/v3/order",
      { ...order, price: "0.01", quantity: "1000" },
    ],
    [-2010, "more than is there", "POST /api/v3/order", { ...order, quantity: "3" }],
    [
      -2011,
      "an unknown order to cancel",
      "DELETE /api/v3/order",
      { symbol: "BTCUSDT", orderId: "999999999" },
    ],
    [-2011, "nothing to cancel", "DELETE /api/v3/openOrders", { symbol: "BTCUSDT" }],
    [-2013, "an unknown order", "GET /api/v3/order", { symbol: "BTCUSDT", orderId: "999999999" }],
    [-1102, "no order named", "GET /api/v3/order", { symbol: "BTCUSDT" }],
    [-1021, "an old request", "GET /api/v3/account", { timestamp: "1700000000000" }],
    [-1131, "too wide a window", "GET /api/v3/account", { recvWindow: "60001" }],
  ])("with %i: %s", async (code, _what, call, fields) => {
    const answer = await askSigned(server, raw, call, fields)
    expect(answer).toMatchObject({ status: 400, body: { code, msg: expect.any(String) } })
  })

  test("a signature that is off by a byte, or over something else", async () => {
    const sign = (text: string) => raw.sign(text).replace(/.$/, (last) => (last === "0" ? "1" : "0"))
    expect(await askSigned(server, { ...raw, sign }, "GET /api/v3/account")).toMatchObject({
      ...{ status: 400, body: { code: -1022 } },
    })
    expect(await askSigned(server, raw, "GET /api/v3/account", {}, raw.sign("else"))).toMatchObject({
      body: { code: -1022 },
    })
  })

  test("an order that is sent again as it was, though a reading is not", async () => {
    const timestamp = Date.now()
    for (const status of [200, 200])
      expect(await askSigned(server, raw, "GET /api/v3/account", { timestamp })).toMatchObject({ status })
    const fields = { ...order, price: String(round(bid * 0.9)), timestamp }
    expect(await askSigned(server, raw, "POST /api/v3/order", fields)).toMatchObject({ status: 200 })
    expect(await askSigned(server, raw, "POST /api/v3/order", fields)).toMatchObject({
      body: { code: -1022 },
    })
    expect(await bot.fetchOpenOrders(SYMBOL)).toHaveLength(1)
  })

  test("nothing that is signed by Ed25519, as ccxt does with a private key", async () => {
    const { privateKey, publicKey } = generateKeyPairSync("ed25519")
    const bea = await newTrader(server)
    const made = await askForKey(server, bea, {
      ...{ scopes: ["read"], kind: "ed25519" },
      publicKey: publicKey.export({ type: "spki", format: "pem" }).toString(),
    })
    const { row } = made.data as { row: KeyRow }
    const secret = privateKey.export({ type: "pkcs8", format: "pem" }).toString()
    const other = await ccxtClient(server, "binance", { apiKey: row.key, secret })
    expect((await other.fetchBalance()).USDT?.free).toBe(10_000)
    const off = doorKey(row.key, "no")
    expect(await askSigned(server, off, "GET /api/v3/account")).toMatchObject({ body: { code: -1022 } })
  })

  test("what a key has no scope for, and what isn't its owner's (E5)", async () => {
    const [cyd, eve] = await Promise.all([newTrader(server), newTrader(server)])
    const [reader, other] = await Promise.all([keyFor(cyd, ["read"]), keyFor(eve, ["read", "spot"])])
    const reading = doorKey(reader.apiKey, reader.secret)
    expect(await askSigned(server, reading, "POST /api/v3/order", order)).toMatchObject({
      ...{ status: 401, body: { code: -2015 } },
    })
    const [open] = await bot.fetchOpenOrders(SYMBOL)
    const theirs = { symbol: "BTCUSDT", orderId: open?.id ?? "" }
    const foreign = doorKey(other.apiKey, other.secret)
    expect(await askSigned(server, foreign, "GET /api/v3/order", theirs)).toMatchObject({
      body: { code: -2013 },
    })
    expect(await askSigned(server, foreign, "DELETE /api/v3/order", theirs)).toMatchObject({
      body: { code: -2011 },
    })
    const mixed = { key: raw.key, sign: foreign.sign }
    expect(await askSigned(server, mixed, "DELETE /api/v3/order", theirs)).toMatchObject({
      body: { code: -1022 },
    })
    // Of the owner, but of another market.
    const elsewhere = { ...theirs, symbol: "ETHUSDT" }
    expect(await askSigned(server, raw, "DELETE /api/v3/order", elsewhere)).toMatchObject({
      body: { code: -2011 },
    })
    expect(await bot.cancelAllOrders(SYMBOL)).toHaveLength(1)
  })
})
