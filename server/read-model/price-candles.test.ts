/** Mark and index candles: folded from ticks, kept, and the same after a replay brings ticks again (P33). */

import { join } from "node:path"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import type { Instrument } from "#core/instrument/instrument.ts"
import type { Price8 } from "#core/money/units.ts"
import type { EngineEvent } from "#server/engine/event.ts"
import { openStorage } from "#server/storage/open-storage.ts"
import { PriceArchive } from "#server/storage/price-archive.ts"
import type { Storage } from "#server/storage/storage.ts"
import { freshFolder, removeFolders } from "#tests/support/saker-process.ts"
import { perpetualInstrument } from "#tests/support/test-exchange.ts"
import { PriceCandles } from "./price-candles.ts"

const WITHIN_MS = 120_000
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const START = Date.UTC(2026, 10, 23, 9)
const COIN = 100_000_000n

let storage: Storage
/** A contract of its own for each test: all share the database. */
let contract: Instrument
let contracts = 0
const said: string[] = []

beforeAll(async () => {
  storage = await openStorage({
    data: freshFolder(),
    database: "test",
    seedFile: join(import.meta.dirname, "../../dist/database/empty.tgz"),
    databaseUrl: "",
  })
}, WITHIN_MS)
afterAll(async () => {
  await storage.close()
  removeFolders()
}, WITHIN_MS)
beforeEach(() => {
  contracts += 1
  contract = perpetualInstrument({ id: `A${contracts}_USDT_PERP`, index: `A${contracts}_USDT` })
})

const candlesOf = (archive = new PriceArchive(storage)) =>
  new PriceCandles({ archive, instruments: [contract], log: { error: (_, text) => said.push(text) } })
const mark = (time: number, price: number): EngineEvent => ({
  ...{ type: "mark", instrument: contract.id, time, index: COIN as Price8, rate: 0n, nextFunding: 0 },
  mark: (BigInt(price) * COIN) as Price8,
})
const tick = (time: number, price: number): EngineEvent => ({
  ...{ type: "index", index: contract.id.replace("_PERP", ""), seq: 1, time },
  price: (BigInt(price) * COIN) as Price8,
  sources: [],
})
const read = async (prices: PriceCandles, more: object = {}, kind: "mark" | "index" = "mark") => {
  const asked = {
    interval: "1m" as const,
    to: START + 100 * HOUR,
    limit: 1000,
    now: START + 90 * HOUR,
    ...more,
  }
  const page = await prices.page(kind, contract.id, asked)
  const rows = page.candles.map(({ openTime, open, high, low, close }) => [
    ...[(openTime - START) / MINUTE, open, high, low, close],
  ])
  return { rows, more: page.more }
}

/** Marks of two hours, one a minute and three in the first; the third minute has none. */
const marks = () => [
  ...[mark(START, 100), mark(START + 1000, 130), mark(START + 2000, 90)],
  ...Array.from({ length: 119 }, (_, place) => place + 1)
    .filter((minute) => minute !== 2)
    .map((minute) => mark(START + minute * MINUTE, 100 + minute)),
]

test("ticks become candles of every interval, mark and index apart, and what had no tick is left out", async () => {
  const prices = candlesOf()
  prices.take([...marks(), tick(START + 5, 70)])
  const { rows } = await read(prices)
  expect(rows.slice(0, 3)).toEqual([
    [0, 100, 130, 90, 90],
    [1, 101, 101, 101, 101],
    [3, 103, 103, 103, 103],
  ])
  expect((await read(prices, { interval: "1h" })).rows).toEqual([
    [0, 100, 159, 90, 159],
    [60, 160, 219, 160, 219],
  ])
  expect((await read(prices, { interval: "5m", limit: 1, to: START + 5 * MINUTE })).rows).toEqual([
    [0, 100, 130, 90, 104],
  ])
  expect((await read(prices, {}, "index")).rows).toEqual([[0, 70, 70, 70, 70]])
})

test("a restart goes on within the running candles, and ticks that are brought again change nothing", async () => {
  const whole = candlesOf()
  whole.take(marks())
  const expected = await read(whole)
  const hours = await read(whole, { interval: "1h" })
  // A run that is killed behind its save, and one that does its last ticks again and goes on.
  const first = candlesOf()
  first.take(marks().slice(0, 70))
  await first.save()
  const second = candlesOf()
  second.take(marks().slice(50, 90))
  await second.save()
  second.take(marks().slice(90))
  expect(await read(second)).toEqual(expected)
  await second.save()
  expect(await read(candlesOf())).toEqual(expected)
  expect(await read(candlesOf(), { interval: "1h" })).toEqual(hours)
})

test("pages go back as far as there is something, over days without a price", async () => {
  const prices = candlesOf()
  prices.take([mark(START - 48 * HOUR, 50), mark(START - 48 * HOUR + MINUTE, 51)])
  await prices.save()
  prices.take(marks())
  const first = await read(prices, { limit: 120 })
  expect([first.rows.length, first.more]).toEqual([119, true])
  const second = await read(prices, { to: START, limit: 120 })
  expect(second).toEqual({
    rows: [
      [-2880, 50, 50, 50, 50],
      [-2879, 51, 51, 51, 51],
    ],
    more: false,
  })
})

test("what could not be saved is saved with the next that works; at the end it is said", async () => {
  const archive = new PriceArchive(storage)
  const failing = candlesOf({ save: () => Promise.reject(new Error("no room")) } as unknown as PriceArchive)
  failing.take(marks())
  await expect(failing.save()).rejects.toThrow("no room")
  await failing.saveLast()
  expect(said).toEqual(["the last candles of mark and index prices could not be saved"])
  const prices = candlesOf(archive)
  prices.take(marks())
  await prices.save()
  expect((await read(candlesOf())).rows).toHaveLength(119)
})
