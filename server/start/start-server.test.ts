/** The whole server is consistent across intervals, over the seam of history, and over a restart. */

import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest"
import type { Candle } from "#core/candle/candle.ts"
import type { Interval } from "#core/candle/interval.ts"
import { rollUp } from "#core/candle/roll-up.ts"
import type { CandleRow, LevelRow, TickerRow, TradeRow } from "#core/wire/index.ts"
import { call, startInProcess } from "#tests/support/in-process-server.ts"
import { freshFolder, removeFolders } from "#tests/support/saker-process.ts"
import { SocketClient } from "#tests/support/socket-client.ts"
import type { RunningServer } from "./start-server.ts"

const START_WITHIN_MS = 180_000
const MARKETS = { SAKER_MARKETS: "3" }
const folder = freshFolder()
let server: RunningServer

beforeAll(async () => {
  server = await startInProcess({ ...MARKETS, SAKER_DATA: folder }, { saveEveryMs: 200 })
}, START_WITHIN_MS)
afterAll(async () => {
  await server.close()
  removeFolders()
}, START_WITHIN_MS)

const candles = async (symbol: string, interval: Interval, query = "") => {
  const path = `/market/kline?symbol=${symbol}&interval=${interval}${query}`
  return (await call<{ rows: CandleRow[]; more: boolean; holes: [number, number][] }>(server, path)).data
}
const trades = async (symbol: string, limit = 500) =>
  (await call<{ rows: TradeRow[] }>(server, `/market/trades?symbol=${symbol}&limit=${limit}`)).data.rows
const until = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 60_000, interval: 200 })

/** Rows as numbers; fine for a test, whose prices are small. */
const toCandle = (row: CandleRow): Candle =>
  ({
    openTime: row[0],
    open: Number(row[1]),
    high: Number(row[2]),
    low: Number(row[3]),
    close: Number(row[4]),
    volume: Math.round(Number(row[5]) * 1e6),
    lastTradeId: row[6],
    closed: row[7] === 1,
    generated: row[8] === 1,
  }) as Candle

/** An index has no volume, so a second with a single tick looks empty: the number of its last tick tells them apart. */
const withTicks = (seconds: readonly Candle[]): Candle[] =>
  seconds.map((second, place) => {
    const before = seconds[place - 1]?.lastTradeId ?? 0
    return second.lastTradeId > before ? ({ ...second, volume: 1 } as Candle) : second
  })

const closedHighs = (days: readonly Candle[], from = 0) =>
  days.filter(({ closed, openTime }) => closed && openTime >= from).map(({ high }) => high)

/** Two calls see two moments, so only buckets that both say are closed can be compared. */
const closedOf = (list: readonly Candle[]) => list.filter((candle) => candle.closed)

describe("history", () => {
  test("goes on in the engine where it was computed: the first trade lies within the market's own width", async () => {
    await until(async () => expect((await trades("BTC_USDT")).length).toBeGreaterThan(3))
    const first = (await trades("BTC_USDT")).at(-1)
    const generated = (await candles("BTC_USDT_SEC", "1s", "&limit=1000")).rows.filter((row) => row[8] === 1)
    const last = generated.at(-1)
    expect(first?.[0]).toBe(1)
    const { bids, asks } = (
      await call<{ bids: LevelRow[]; asks: LevelRow[] }>(server, "/market/depth?symbol=BTC_USDT&limit=5")
    ).data
    const width = Number(asks[4]?.[0]) - Number(bids[4]?.[0])
    // On a slow machine seconds lie between, in wild minutes the market moves far: at most as far as it did before in as many seconds.
    const seconds = Math.ceil(((first?.[4] ?? 0) - (last?.[0] ?? 0)) / 1000)
    expect(seconds).toBeLessThan(60)
    const moves = generated
      .slice(seconds)
      .map((row, place) => Math.abs(Number(row[4]) - Number(generated[place]?.[4])))
    const distance = Math.abs(Number(first?.[1]) - Number(last?.[4]))
    expect(distance).toBeLessThan(5 * width + Math.max(...moves))
  })

  test("is full at once and goes back for years without a hole", async () => {
    const days = await candles("BTC_USDT", "1D", "&limit=1000")
    expect([days.rows.length, days.more, days.holes]).toEqual([1000, true, []])
    const older = await candles("BTC_USDT", "1D", `&limit=1000&before=${days.rows[0]?.[0]}`)
    expect(older.more).toBe(false)
    expect(days.rows.length + older.rows.length).toBeGreaterThan(3 * 365)
    const again = await candles("BTC_USDT", "1D", `&limit=10&before=${older.rows[0]?.[0]}`)
    expect(again).toMatchObject({ rows: [], more: false, holes: [] })
  })

  test.each<[Interval, Interval, number]>([
    ["1m", "5m", 300],
    ["1m", "1h", 1000],
    ["1h", "4h", 200],
    ["1h", "1D", 1000],
    ["1D", "1W", 400],
    ["1D", "1M", 400],
  ])("of %s rolled up is that of %s", async (fine, coarse, limit) => {
    const finer = (await candles("BTC_USDT_PERP", fine, `&limit=${limit}`)).rows.map(toCandle)
    const coarser = (await candles("BTC_USDT_PERP", coarse, "&limit=500")).rows.map(toCandle)
    const rolled = closedOf(rollUp(finer, coarse)).slice(1)
    expect(rolled.length).toBeGreaterThan(3)
    const byTime = new Map(closedOf(coarser).map((candle) => [candle.openTime, candle]))
    for (const candle of rolled) expect(byTime.get(candle.openTime)).toEqual(candle)
  })

  test("of seconds is that of minutes for a second contract, over the moment the engine began", async () => {
    await until(async () => {
      const seconds = (await candles("BTC_USDT_SEC", "1s", "&limit=1000")).rows.map(toCandle)
      const minutes = (await candles("BTC_USDT_SEC", "1m", "&limit=10")).rows.map(toCandle)
      const rolled = closedOf(rollUp(withTicks(seconds), "1m"))
        .slice(1)
        .map((candle) => ({ ...candle, volume: 0 }))
      const traded = rolled.filter((candle) => candle.lastTradeId > 0)
      for (const candle of rolled) {
        const minute = closedOf(minutes).find((one) => one.openTime === candle.openTime)
        if (minute) expect(minute).toEqual(candle)
      }
      const live = seconds.filter((second) => !second.generated)
      expect(live.length + traded.length).toBeGreaterThan(2)
    })
  })

  test("the running week and month reach whoever subscribed, with the days before today", async () => {
    const client = await SocketClient.open(`${server.address}/socket`)
    for (const interval of ["1W", "1M"] as const) {
      await client.subscribe("candle", `BTC_USDT:${interval}`)
      await until(async () => {
        const days = (await candles("BTC_USDT", "1D", "&limit=40")).rows.map(toCandle)
        const live = [...(client.candles.get(`BTC_USDT:${interval}`)?.values() ?? [])].at(-1)
        const whole = rollUp(days, interval).at(-1)
        expect(live && { ...toCandle(live), closed: false }).toMatchObject({
          openTime: whole?.openTime,
          open: whole?.open,
          generated: true,
        })
        expect(Number(live?.[2])).toBeGreaterThanOrEqual(Math.max(...closedHighs(days, whole?.openTime)))
      })
    }
    expect(client.faults).toEqual([])
  })

  test("gives the ticker: high, low, volume and open are those of the day's minutes", async () => {
    await until(async () => {
      const { rows } = await candles("BTC_USDT", "1m", "&limit=1000")
      const older = await candles("BTC_USDT", "1m", `&limit=440&before=${rows[0]?.[0]}`)
      const list = (await call<{ rows: { ticker: TickerRow }[] }>(server, "/market/exchange")).data.rows
      const ticker = list.map((row) => row.ticker).find((row) => row[0] === "BTC_USDT") as TickerRow
      const day = [...older.rows, ...rows]
      expect(day).toHaveLength(1440)
      const numbers = (column: 1 | 2 | 3 | 4 | 5) => day.map((row) => Number(row[column]))
      const volume = numbers(5).reduce((sum, one) => sum + one, 0)
      expect({
        last: Number(ticker[1]),
        open: Number(ticker[2]),
        high: Number(ticker[3]),
        low: Number(ticker[4]),
        volume: Number(ticker[5]).toFixed(4),
      }).toEqual({
        last: numbers(4).at(-1),
        open: numbers(1)[0],
        high: Math.max(...numbers(2)),
        low: Math.min(...numbers(3)),
        volume: volume.toFixed(4),
      })
    })
  })

  test("pages of trades meet: ids fall by one, none twice", async () => {
    await until(async () => expect((await trades("BTC_USDT")).length).toBeGreaterThan(6))
    const whole = await trades("BTC_USDT")
    const newest = whole[0]?.[0] ?? 0
    expect(whole.map((row) => row[0])).toEqual(whole.map((_, place) => newest - place))
    const path = `/market/trades?symbol=BTC_USDT&limit=2&before=${newest - 1}`
    const page = (await call<{ rows: TradeRow[]; next: number }>(server, path)).data
    expect([page.rows, page.next]).toEqual([whole.slice(2, 4), whole[3]?.[0]])
    // The cursor leads back to the oldest that is kept, and says that it is.
    const ids: number[] = []
    for (let before = newest + 1; before > 0; ) {
      const path = `/market/trades?symbol=BTC_USDT&limit=5&before=${before}`
      const older = (await call<{ rows: TradeRow[]; next: number }>(server, path)).data
      ids.push(...older.rows.map(([id]) => id))
      before = older.next
    }
    expect(ids).toEqual(ids.map((_, place) => newest - place))
    expect(ids.length).toBeGreaterThanOrEqual(whole.length)
  })
})

describe("a folder in use and a port in use", () => {
  test(
    "are refused in one line that names the setting",
    async () => {
      await expect(startInProcess({ ...MARKETS, SAKER_DATA: folder })).rejects.toThrow(
        /^SAKER_DATA: .* is in use by another server \(process \d+\); allowed: [^\n]+$/,
      )
      const other = createServer().listen(0, "127.0.0.1")
      await new Promise((resolve) => other.once("listening", resolve))
      const { port } = other.address() as AddressInfo
      await expect(startInProcess({ ...MARKETS, PORT: String(port) })).rejects.toThrow(
        new RegExp(`^PORT: ${port} is taken by another program; allowed: a free port`),
      )
      other.close()
    },
    START_WITHIN_MS,
  )
})

describe("a restart", () => {
  test(
    "keeps what was traded, goes on with the numbers, and leaves no hole that looks like data",
    async () => {
      const symbols = ["BTC_USDT", "BTC_USDT_PERP", "BTC_USDT_SEC"]
      const before = new Map<string, CandleRow[]>()
      for (const symbol of symbols) before.set(symbol, (await candles(symbol, "1m", "&limit=100")).rows)
      const lastTrade = (await trades("BTC_USDT"))[0]
      const { since } = server.feed
      await server.close()

      server = await startInProcess({ ...MARKETS, SAKER_DATA: folder }, { saveEveryMs: 200 })
      expect(server.feed.since).toBe(since)
      for (const symbol of symbols) {
        const after = await candles(symbol, "1m", "&limit=100")
        expect(after.holes).toEqual([])
        const byTime = new Map(after.rows.map((row) => [row[0], row]))
        const closed = (before.get(symbol) ?? []).filter((row) => row[7] === 1 && byTime.has(row[0]))
        expect(closed.length).toBeGreaterThan(90)
        for (const row of closed) expect(byTime.get(row[0])).toEqual(row)
      }
      const kept = await trades("BTC_USDT")
      expect(kept.map((row) => row[0])).toContain(lastTrade?.[0])
      await until(async () => {
        const rows = await trades("BTC_USDT")
        expect(rows[0]?.[4]).toBeGreaterThan(kept[0]?.[4] ?? 0)
        const ids = rows.map((row) => row[0])
        expect(ids).toEqual(ids.map((_, place) => (ids[0] ?? 0) - place))
      })
    },
    START_WITHIN_MS,
  )
})
