/** Feed, maker, crowd and engine together make a market, second by second. */

import { beforeAll, describe, expect, test } from "vitest"
import type { EngineEvent, TradeEvent } from "#server/engine/event.ts"
import { Beat } from "#server/maker/beat.ts"
import { MemoryDoor } from "#tests/support/memory-door.ts"
import { buildCatalogue, SPOT_MARKETS } from "./catalogue.ts"
import { seededKey, walkOf } from "./market-identity.ts"
import { SimulatedFeed } from "./simulated-feed.ts"

const MARKET = { key: seededKey("11") }
const SECONDS = 90
const START = Date.UTC(2026, 10, 20, 14, 31, 7, 123)
const BEAT_MS = 50
const LIQUID = ["BTC_USDT", "ETH_USDT", "SOL_USDT", "BTC_USDT_PERP"]

const catalogue = buildCatalogue(walkOf(MARKET), SPOT_MARKETS)
const lives = new Map(catalogue.traded.map((life) => [life.instrument.id, life]))
const life = (id: string) => {
  const found = lives.get(id)
  if (!found) throw new Error(`no ${id}`)
  return found
}
const fairTicks = (id: string, time: number) =>
  Math.exp(life(id).path.logPrice(time)) / (Number(life(id).instrument.tick) / 1e8)

/** What was seen of a book once a second. */
interface Look {
  spread: number
  levels: number
  fair: number
}

const trades = new Map<string, TradeEvent[]>()
const looks = new Map<string, Look[]>()
let door: MemoryDoor
let feed: SimulatedFeed
let quotes = 0
let cpuMs = 0

function hear(events: readonly EngineEvent[]): void {
  for (const event of events) {
    if (event.type === "index") quotes += 1
    if (event.type !== "trade") continue
    const known = trades.get(event.instrument)
    if (known) known.push(event)
    else trades.set(event.instrument, [event])
  }
}

function look(): void {
  for (const id of lives.keys()) {
    const bids = door.engine.levels(id, "buy")
    const asks = door.engine.levels(id, "sell")
    const spread = (asks[0]?.price ?? Number.NaN) - (bids[0]?.price ?? Number.NaN)
    const seen = { spread, levels: Math.min(bids.length, asks.length), fair: fairTicks(id, door.now()) }
    looks.set(id, [...(looks.get(id) ?? []), seen])
  }
}

const median = (values: readonly number[]) =>
  [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN

beforeAll(async () => {
  door = new MemoryDoor(START)
  const beat = new Beat()
  feed = new SimulatedFeed({ market: MARKET, spotMarkets: SPOT_MARKETS, beat })
  door.list(feed.instruments)
  await feed.start(door)
  beat.stop()
  door.listen(({ events }) => hear(events))
  for (let passed = 0; passed < SECONDS * 1000; passed += BEAT_MS) {
    door.pass(BEAT_MS)
    const before = process.cpuUsage()
    beat.advance(door.now())
    await new Promise((resolve) => setImmediate(resolve))
    const used = process.cpuUsage(before)
    cpuMs += (used.user + used.system) / 1000
    if (passed % 1000 === 0) look()
  }
  await feed.stop()
})

describe("the simulated market", () => {
  test("is refused nothing", () => {
    expect(Object.fromEntries(door.refusals)).toEqual({})
  })

  test.each(LIQUID)("keeps at least 60 levels a side of %s, and never an empty or crossed book", (id) => {
    const seen = looks.get(id) ?? []
    expect(median(seen.map((one) => one.levels))).toBeGreaterThanOrEqual(60)
    expect(Math.min(...seen.map((one) => one.levels))).toBeGreaterThan(25)
  })

  test("has two sides in every book, always, with at least 15 levels each and a plausible spread", () => {
    for (const [id, seen] of looks) {
      expect([id, Math.min(...seen.map((one) => one.levels)) >= 15]).toEqual([id, true])
      const { spread, fair } = seen.at(-1) ?? { spread: Number.NaN, fair: 1 }
      expect(spread).toBeGreaterThan(0)
      expect([id, median(seen.map((one) => one.spread)) <= Math.max(6, fair * 0.002)]).toEqual([id, true])
      expect([id, spread]).not.toEqual([id, Number.NaN])
    }
  })

  test("trades near the fair price: the last price doesn't drift away from it", () => {
    for (const [id, all] of trades) {
      const off = all.map((trade) => Math.abs(trade.price - fairTicks(id, trade.time)))
      const fair = fairTicks(id, START)
      expect([id, median(off) <= Math.max(3, fair * 0.0012)]).toEqual([id, true])
    }
  })

  test("trades a few times a second in large coins, once in a few seconds in small ones", () => {
    const rate = (id: string) => (trades.get(id)?.length ?? 0) / SECONDS
    expect(rate("BTC_USDT")).toBeGreaterThan(2)
    expect(rate("BTC_USDT")).toBeLessThan(30)
    expect(rate("GRT_USDT")).toBeGreaterThan(0.03)
    expect(rate("GRT_USDT")).toBeLessThan(1.5)
    expect(trades.size).toBeGreaterThan(lives.size * 0.95)
  })

  test("trades about as much as generated history says of the same time", async () => {
    for (const id of [...LIQUID, "LINK_USDT", "WIF_USDT_PERP"]) {
      const live = (trades.get(id) ?? []).reduce((sum, trade) => sum + trade.quantity, 0)
      const candles = await feed.history.candles(life(id).instrument, "1s", START, START + SECONDS * 1000)
      const told = candles.reduce((sum, candle) => sum + candle.volume, 0)
      expect(live / told).toBeGreaterThan(0.6)
      expect(live / told).toBeLessThan(1.3)
    }
  })

  test("quotes every index, at most ten times a second", () => {
    expect(quotes / SECONDS / catalogue.indexes.size).toBeGreaterThan(1 / 3)
    expect(quotes / SECONDS / catalogue.indexes.size).toBeLessThan(10)
  })

  test("costs well under a quarter of a core, engine included", () => {
    expect(cpuMs / SECONDS).toBeLessThan(150)
  })

  test("does the same again for the same seed and clock", async () => {
    const run = async () => {
      const again = new MemoryDoor(START)
      const beat = new Beat()
      const few = new SimulatedFeed({ market: MARKET, spotMarkets: 3, beat })
      again.list(few.instruments)
      await few.start(again)
      beat.stop()
      for (let passed = 0; passed < 10_000; passed += BEAT_MS) {
        again.pass(BEAT_MS)
        beat.advance(again.now())
        await new Promise((resolve) => setImmediate(resolve))
      }
      await few.stop()
      return [again.commands, again.engine.levels("BTC_USDT", "buy")]
    }
    expect(await run()).toEqual(await run())
  })
})
