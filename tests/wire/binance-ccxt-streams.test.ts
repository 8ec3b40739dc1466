/** ccxt's streaming classes for Binance against the real server, with only their addresses changed. */

import { afterAll, beforeAll, describe, expect, test, vi } from "vitest"
import type { RunningServer } from "#server/start/start-server.ts"
import { newKey } from "#tests/support/api-key.ts"
import { ask, type CcxtPro, ccxtAt } from "#tests/support/ccxt-door.ts"
import { startInProcess } from "#tests/support/in-process-server.ts"
import { removeFolders } from "#tests/support/saker-process.ts"
import { newTrader } from "#tests/support/trader.ts"

const START_WITHIN_MS = 120_000

let server: RunningServer
const opened: CcxtPro[] = []
beforeAll(async () => {
  server = await startInProcess()
}, START_WITHIN_MS)
afterAll(async () => {
  for (const exchange of opened) await ask(exchange, "close")
  await server.close()
  removeFolders()
}, START_WITHIN_MS)

async function open(...given: Parameters<typeof ccxtAt> extends [unknown, ...infer Rest] ? Rest : never) {
  const exchange = await ccxtAt(server, ...given)
  opened.push(exchange)
  return exchange
}

interface Book {
  nonce: number
  bids: [number, number][]
  asks: [number, number][]
}

describe.each([
  ["binance", "BTC/USDT"],
  ["binanceusdm", "BTC/USDT:USDT"],
] as const)("%s", (id, symbol) => {
  let exchange: CcxtPro
  beforeAll(async () => {
    exchange = await open(id)
  })

  test("keeps a book that is the one read over HTTP at the same number", async () => {
    const [kept, read] = [new Map<number, string>(), new Map<number, string>()]
    const note = (into: Map<number, string>, { nonce, bids, asks }: Book) =>
      into.set(nonce, JSON.stringify([bids.slice(0, 20), asks.slice(0, 20)]))
    const shared = () => [...kept.keys()].filter((nonce) => read.has(nonce))
    const isEnough = () => kept.size > 10 && shared().length > 0
    const watching = async () => {
      while (!isEnough()) note(kept, await ask<Book>(exchange, "watchOrderBook", symbol))
    }
    const reading = async () => {
      while (!isEnough()) note(read, await ask<Book>(exchange, "fetchOrderBook", symbol, 20))
    }
    await Promise.all([watching(), reading()])
    for (const nonce of shared()) expect(kept.get(nonce)).toBe(read.get(nonce))
  }, 30_000)

  test("watches trades, candles and tickers", async () => {
    const [trades, candles, ticker, tickers, best] = await Promise.all([
      ask<{ price: number; symbol: string; side: string }[]>(exchange, "watchTrades", symbol),
      ask<number[][]>(exchange, "watchOHLCV", symbol, "1m"),
      ask<{ last: number; bid: number; percentage: number }>(exchange, "watchTicker", symbol),
      ask<Record<string, { last: number }>>(exchange, "watchTickers", [symbol]),
      ask<Record<string, { bid: number; ask: number }>>(exchange, "watchBidsAsks", [symbol]),
    ])
    expect(trades[0]).toMatchObject({ symbol: expect.stringContaining(symbol), price: expect.any(Number) })
    expect(candles[0]?.[0]).toBe(Math.floor(Number(candles[0]?.[0]) / 60_000) * 60_000)
    expect(ticker.last).toBeGreaterThan(0)
    expect(Object.values(tickers)[0]?.last).toBeGreaterThan(0)
    const [first] = Object.values(best)
    expect(first?.bid).toBeLessThan(Number(first?.ask))
  })
})

interface Order {
  id: string
  status: string
  filled: number
  average?: number
}
interface Trade {
  id: string
  order: string
  amount: number
}
type Balance = Record<string, { free: number; used: number; total: number }>

/** Watches one thing for good; what has come is in `rows`. */
function follow<Row>(exchange: CcxtPro, method: string, ...given: unknown[]): { rows: Row[] } {
  const seen: { rows: Row[] } = { rows: [] }
  const turn = async () => {
    for (;;) {
      const news = await ask<Row | Row[]>(exchange, method, ...given)
      seen.rows.push(...structuredClone(Array.isArray(news) ? [...news] : [news]))
    }
  }
  turn().catch(() => undefined)
  return seen
}

/** Until the socket of user data is open. */
const untilOpen = async (exchange: CcxtPro, part: string) => {
  const isOpen = ({ url, connection }: { url: string; connection?: { readyState: number } }) =>
    url.includes(part) && connection?.readyState === 1
  const clients = () => Object.values(exchange.clients as Record<string, Parameters<typeof isOpen>[0]>)
  await vi.waitFor(() => expect(clients().some(isOpen)).toBe(true), { timeout: 20_000 })
}

async function openOwn(id: "binance" | "binanceusdm"): Promise<CcxtPro> {
  const trader = await newTrader(server)
  const key = await newKey(server, trader, { scopes: ["read", "spot", "contract", "transfer"] })
  return await open(id, { apiKey: key.key, secret: key.secret })
}

test("a user of spot sees each order, trade and balance, of orders sent over the socket too", async () => {
  const exchange = await openOwn("binance")
  await ask(exchange, "authenticate", { type: "spot" })
  const orders = follow<Order>(exchange, "watchOrders")
  const trades = follow<Trade>(exchange, "watchMyTrades")
  const balances = follow<Balance>(exchange, "watchBalance")
  const symbol = "BTC/USDT"
  const { bids } = await ask<Book>(exchange, "fetchOrderBook", symbol, 5)
  const low = Math.round(Number(bids[0]?.[0]) * 90) / 100
  const resting = await ask<Order>(exchange, "createOrderWs", symbol, "limit", "buy", 0.001, low)
  expect(resting.status).toBe("open")
  const bought = await ask<Order>(exchange, "createOrderWs", symbol, "market", "buy", 0.01)
  expect(bought).toMatchObject({ status: "closed", filled: 0.01 })
  expect(await ask<Order[]>(exchange, "fetchOpenOrdersWs", symbol)).toMatchObject([{ id: resting.id }])
  await ask(exchange, "cancelOrderWs", resting.id, symbol)
  const statusesOf = (id: string) => orders.rows.filter((row) => row.id === id).map(({ status }) => status)
  await vi.waitFor(() => expect(statusesOf(resting.id)).toEqual(["open", "canceled"]))
  await vi.waitFor(() => expect(statusesOf(bought.id).at(-1)).toBe("closed"))
  const own = trades.rows.filter(({ order }) => order === bought.id)
  expect(new Set(own.map(({ id }) => id)).size).toBe(own.length)
  expect(own.reduce((sum, { amount }) => sum + amount, 0)).toBeCloseTo(0.01, 8)
  const read = await ask<Balance>(exchange, "fetchBalance")
  for (const coin of ["BTC", "USDT"]) {
    await vi.waitFor(() => expect(balances.rows.at(-1)?.[coin]).toMatchObject(read[coin] ?? {}))
  }
})

test("a user of futures sees orders, trades, wallet and positions", async () => {
  const exchange = await openOwn("binanceusdm")
  await ask(exchange, "transfer", "USDT", 2000, "spot", "future")
  const orders = follow<Order>(exchange, "watchOrders")
  const trades = follow<Trade>(exchange, "watchMyTrades")
  const balances = follow<Balance>(exchange, "watchBalance")
  const positions = follow<{ symbol: string; contracts: number; side: string }>(exchange, "watchPositions")
  await untilOpen(exchange, "private")
  const symbol = "BTC/USDT:USDT"
  const bought = await ask<Order>(exchange, "createOrderWs", symbol, "market", "buy", 0.01)
  await vi.waitFor(() => expect(orders.rows.at(-1)).toMatchObject({ id: bought.id, status: "closed" }))
  const own = trades.rows.filter(({ order }) => order === bought.id)
  expect(own.reduce((sum, { amount }) => sum + amount, 0)).toBeCloseTo(0.01, 8)
  await vi.waitFor(() =>
    expect(positions.rows.at(-1)).toMatchObject({ symbol, contracts: 0.01, side: "long" }),
  )
  // Of the wallet alone: what `fetchBalance` calls the total has the unrealised profit in it, which moves with the mark.
  const wallets = await ask<{ asset: string; balance: string }[]>(exchange, "fapiPrivateV2GetBalance")
  const wallet = Number(wallets.find(({ asset }) => asset === "USDT")?.balance)
  expect(wallet).toBeLessThan(2000)
  await vi.waitFor(() => expect(balances.rows.at(-1)?.USDT?.total).toBeCloseTo(wallet, 8))
  const sold = await ask<Order>(exchange, "createOrderWs", symbol, "market", "sell", 0.01, undefined, {
    reduceOnly: true,
  })
  await vi.waitFor(() => expect(orders.rows.at(-1)).toMatchObject({ id: sold.id, status: "closed" }))
  await vi.waitFor(() => expect(positions.rows.at(-1)).toMatchObject({ symbol, contracts: 0 }))
})
