/** A whole server on a live feed serves that exchange's market, with its history. Against a stand-in, in real time. */

import { afterAll, beforeAll, expect, test, vi } from "vitest"
import type { CandleRow, FeedInfo } from "#core/wire/index.ts"
import type { RunningServer } from "#server/start/start-server.ts"
import { ExchangeStandIn } from "#tests/support/exchange-stand-in.ts"
import { call, startInProcess } from "#tests/support/in-process-server.ts"
import { SocketClient } from "#tests/support/socket-client.ts"

const BOOK = {
  bids: [["60000.00000000", "1.00000000"]],
  asks: [["60000.10000000", "0.50000000"]],
} as const
const stand = new ExchangeStandIn()
let server: RunningServer

beforeAll(async () => {
  stand.list("BTC", "USDT", { tick: "0.01000000", lot: "0.00001000" }, BOOK)
  stand.priceAt = (_symbol, time) => `${50_000 + ((time / 60_000) % 1000)}.00000000`
  server = await startInProcess({ SAKER_FEED: "ccxt:binance", SAKER_CCXT_URLS: await stand.start() })
}, 180_000)

afterAll(async () => {
  await server?.close()
  await stand.close()
})

const last = async () => {
  const { data } = await call<{ rows: { id: string; ticker: string[] }[] }>(server, "/market/exchange")
  return data.rows.find((row) => row.id === "BTC_USDT")?.ticker
}

test("the feed is named, its money is practice money, and it is not silent", async () => {
  const { data } = await call<{ feed: FeedInfo }>(server, "/index/logo")
  expect(data.feed).toMatchObject({ kind: "ccxt", source: "binance", practice: true, silentSince: 0 })
})

test("book, last price and figures of the day are the exchange's", async () => {
  const { data } = await call<{ bids: string[][] }>(server, "/market/depth?symbol=BTC_USDT")
  expect(data.bids).toEqual([["60000.00", "1.00000"]])
  await vi.waitUntil(() => stand.hears("btcusdt@trade"))
  stand.trade("BTCUSDT", "buy", "60000.10000000", "0.01000000")
  await vi.waitUntil(async () => (await last())?.[1] === "60000.10", { timeout: 60_000, interval: 50 })
  const [, , open = "", high] = (await last()) ?? []
  expect(high).toBe("60000.10")
  expect(Number(open)).toBeGreaterThanOrEqual(50_000)
  expect(Number(open)).toBeLessThan(51_000)
})

test("the perpetual has an index, a mark and a running rate", async () => {
  const index = async () => {
    const { data } = await call<{ rows: { indexPrice: string; mark: string }[] }>(server, "/market/contract")
    return data.rows[0]
  }
  await vi.waitUntil(async () => (await index())?.indexPrice === "60000.05", {
    timeout: 60_000,
    interval: 50,
  })
  expect(Number((await index())?.mark)).toBeCloseTo(60_000, -1)
})

test.each(["1m", "5m", "1h", "1D", "1W"])(
  "candles of %s reach back, are joined without a hole, and none is generated",
  async (interval) => {
    const path = `/market/kline?symbol=BTC_USDT&interval=${interval}&limit=300`
    const { data } = await call<{ rows: CandleRow[]; holes: unknown[]; more: boolean }>(server, path)
    expect(data.rows.length).toBeGreaterThanOrEqual(299)
    expect(data.more).toBe(true)
    expect(data.holes).toEqual([])
    expect(data.rows.every((row) => row[8] === 0)).toBe(true)
  },
)

test("a silence reaches an open socket with the heartbeat, and the lists", { timeout: 60_000 }, async () => {
  const client = await SocketClient.open(`${server.address}/socket`)
  const silence = () => client.pongs.findLast((pong) => pong.silentSince !== undefined)?.silentSince ?? 0
  await vi.waitUntil(() => silence() > 0, { timeout: 60_000, interval: 100 })
  const { data } = await call<{ feed: FeedInfo }>(server, "/market/exchange")
  expect(data.feed.silentSince).toBe(silence())
  await client.close()
})
