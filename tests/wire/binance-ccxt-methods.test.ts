/** What else ccxt's classes for Binance can do that the door has: each method once, against the real server, in the forms of its manual. */

import { afterAll, beforeAll, expect, test, vi } from "vitest"
import type { RunningServer } from "#server/start/start-server.ts"
import { newKey } from "#tests/support/api-key.ts"
import { ask, type CcxtPro, ccxtAt } from "#tests/support/ccxt-door.ts"
import {
  expectBook,
  expectCandles,
  expectMarket,
  expectOrder,
  expectTicker,
  expectTrades,
} from "#tests/support/ccxt-structures.ts"
import { startInProcess } from "#tests/support/in-process-server.ts"
import { removeFolders } from "#tests/support/saker-process.ts"
import { newTrader } from "#tests/support/trader.ts"

const WITHIN_MS = 120_000
let server: RunningServer
const opened: CcxtPro[] = []

beforeAll(async () => {
  server = await startInProcess()
}, WITHIN_MS)
afterAll(async () => {
  for (const exchange of opened) await ask(exchange, "close")
  await server.close()
  removeFolders()
}, WITHIN_MS)

type Row = Record<string, unknown> & { id: string; price: number; symbol: string }
type Rows = Row[]

async function openOwn(id: "binance" | "binanceusdm", symbol: string) {
  const trader = await newTrader(server)
  const key = await newKey(server, trader, { scopes: ["read", "spot", "contract", "transfer"] })
  const exchange = await ccxtAt(server, id, { apiKey: key.key, secret: key.secret })
  opened.push(exchange)
  const call = <Answer>(method: string, ...given: unknown[]) => ask<Answer>(exchange, method, ...given)
  const best = await vi.waitFor(
    async () => {
      const book = await call<{ bids: number[][]; asks: number[][] }>("fetchOrderBook", symbol, 5)
      expectBook(book)
      // What was signed before the server began isn't taken: the first to act waits for it.
      await call("transfer", "USDT", 4000, "spot", "future")
      return { bid: Number(book.bids[0]?.[0]), ask: Number(book.asks[0]?.[0]) }
    },
    { timeout: 60_000, interval: 1200 },
  )
  return { call, ...best }
}

const round = (price: number) => Math.round(price)

test(
  "of spot",
  async () => {
    const symbol = "BTC/USDT"
    const { call, bid } = await openOwn("binance", symbol)
    for (const market of await call<Rows>("fetchMarkets")) expectMarket(market)
    expect(await call("fetchTradingFees")).toMatchObject({ [symbol]: { maker: 0.001 } })
    expect(await call<Rows>("fetchTransfers", "USDT")).toMatchObject([{ amount: 4000, currency: "USDT" }])
    expectTicker(await call("fetchTicker", symbol, { rolling: true }))

    const low = round(bid * 0.9)
    const bought = await call<Row>("createMarketBuyOrderWithCost", symbol, 400)
    expectOrder(bought)
    expectTrades(await call("fetchOrderTrades", bought.id, symbol), true)
    const waiting = [
      await call<Row>("createPostOnlyOrder", symbol, "limit", "buy", 0.001, low),
      await call<Row>("createStopLimitOrder", symbol, "sell", 0.001, low - 100, low),
      await call<Row>("createStopLossOrder", symbol, "limit", "sell", 0.0005, low - 100, low),
      await call<Row>(
        "createTakeProfitOrder",
        symbol,
        "limit",
        "sell",
        0.0005,
        round(bid * 1.1),
        round(bid * 1.1),
      ),
      await call<Row>("createTriggerOrder", symbol, "limit", "sell", 0.0005, low - 100, low),
    ]
    for (const { id } of waiting) expectOrder(await call("fetchOrder", id, symbol))
    expect(await call("fetchOpenOrders", symbol)).toHaveLength(waiting.length)
    expect(await call("cancelAllOrders", symbol)).toHaveLength(waiting.length)
    for (const order of await call<Rows>("fetchClosedOrders", symbol)) expect(order.status).toBe("closed")
    expect((await call<Rows>("fetchCanceledOrders", symbol)).length).toBeGreaterThanOrEqual(waiting.length)
    expect((await call<Rows>("fetchCanceledAndClosedOrders", symbol)).length).toBeGreaterThanOrEqual(
      waiting.length,
    )
  },
  WITHIN_MS,
)

test(
  "of futures",
  async () => {
    const symbol = "BTC/USDT:USDT"
    const { call, bid } = await openOwn("binanceusdm", symbol)
    for (const market of await call<Rows>("fetchMarkets")) expectMarket(market)
    expect(await call("fetchMarkPrice", symbol)).toMatchObject({ symbol, markPrice: expect.any(Number) })
    expect(await call("fetchMarkPrices")).toHaveProperty([symbol])
    expect(await call("fetchFundingIntervals")).toMatchObject({ [symbol]: { interval: "8h" } })
    for (const method of ["fetchMarkOHLCV", "fetchIndexOHLCV"])
      expectCandles(await call(method, symbol, "1m", undefined, 3), 60_000)
    expect(await call("fetchTradingFees")).toHaveProperty([symbol])

    await call("setMarginMode", "isolated", symbol)
    expect(await call("fetchMarginMode", symbol)).toMatchObject({ symbol, marginMode: "isolated" })
    await call("createOrder", symbol, "market", "buy", 0.02)
    expect(await call("fetchPositionsRisk", [symbol])).toMatchObject([{ symbol, contracts: 0.02 }])
    await call("addMargin", symbol, 20)
    await call("reduceMargin", symbol, 10)
    const low = round(bid * 0.9)
    const high = round(bid * 1.1)
    const resting = [
      await call<Row>("createOrder", symbol, "limit", "buy", 0.01, low),
      await call<Row>("createReduceOnlyOrder", symbol, "limit", "sell", 0.01, high),
    ]
    expect(await call("fetchOpenOrder", resting[0]?.id, symbol)).toMatchObject({ id: resting[0]?.id })
    const ids = resting.map(({ id }) => id)
    expect(await call("cancelOrders", ids, symbol)).toHaveLength(2)
    for (const placed of [
      await call<Row>("createStopLossOrder", symbol, "market", "sell", 0.01, undefined, low),
      await call<Row>("createTakeProfitOrder", symbol, "market", "sell", 0.01, undefined, high),
      await call<Row>("createTrailingPercentOrder", symbol, "market", "sell", 0.01, undefined, 2),
    ])
      expect(placed.id).not.toBe("")
    expect(await call("fetchOpenOrders", symbol, undefined, undefined, { trigger: true })).toHaveLength(3)
    await call("cancelAllOrders", symbol, { trigger: true })
    await call("createOrder", symbol, "market", "sell", 0.02, undefined, { reduceOnly: true })
    expect((await call<Rows>("fetchClosedOrders", symbol)).length).toBeGreaterThanOrEqual(2)
    expect((await call<Rows>("fetchCanceledOrders", symbol)).length).toBeGreaterThanOrEqual(2)

    const [mark, marks] = await Promise.all([
      call<Row>("watchMarkPrice", symbol),
      call<Record<string, Row>>("watchMarkPrices", [symbol]),
    ])
    expect(mark).toMatchObject({ symbol, markPrice: expect.any(Number) })
    expect(marks[symbol]).toMatchObject({ markPrice: expect.any(Number) })
  },
  WITHIN_MS,
)
