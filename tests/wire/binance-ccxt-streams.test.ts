/** ccxt's streaming classes for Binance against the real server, with only their addresses changed. */

import { afterAll, beforeAll, describe, expect, test } from "vitest"
import type { RunningServer } from "#server/start/start-server.ts"
import { ask, type CcxtPro, ccxtAt } from "#tests/support/ccxt-door.ts"
import { startInProcess } from "#tests/support/in-process-server.ts"
import { removeFolders } from "#tests/support/saker-process.ts"

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

describe.each([["binance", "BTC/USDT"]] as const)("%s", (id, symbol) => {
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
