/** Is the chain of index ticks whole: over savings, kills, the turn of an hour, and as its files are fetched (O6)? */

import { join } from "node:path"
import { gunzipSync } from "node:zlib"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import type { Instrument } from "#core/instrument/instrument.ts"
import type { Price8 } from "#core/money/units.ts"
import { checkChain } from "#core/second/check-chain.ts"
import { FIRST_HASH, HOUR_MS } from "#core/second/tick-line.ts"
import type { EngineEvent } from "#server/engine/event.ts"
import { HourArchive } from "#server/storage/hour-archive.ts"
import { openStorage } from "#server/storage/open-storage.ts"
import type { Storage } from "#server/storage/storage.ts"
import { sha256 } from "#tests/support/proven-result.ts"
import { freshFolder, removeFolders } from "#tests/support/saker-process.ts"
import { IndexHours } from "./index-hours.ts"

const WITHIN_MS = 120_000
const START = Date.UTC(2026, 10, 23, 9)
/** What was told of an index before the engine counted it. */
const BASE = 1000

let storage: Storage
let index: string
let indexes = 0
const said: unknown[] = []

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
  indexes += 1
  index = `A${indexes}_USDT`
  said.length = 0
})

const followed = (): Instrument[] => [
  {
    ...{ id: `${index}_SEC`, kind: "second", base: "A", quote: "USDT", index, tick: 1n, lot: 1n },
    ...{ state: "open", listedAt: 0, notionalUnit: 1n, periods: [] },
  } as unknown as Instrument,
]
const openHours = (archive = new HourArchive(storage), keptMs = 1000 * HOUR_MS, base: number | null = BASE) =>
  IndexHours.open({
    ...{ archive, keptMs, instruments: followed() },
    counters: new Map(base === null ? [] : [[`index-base:${index}`, base]]),
    log: { error: (values, text) => said.push(text, values) },
  })
const tick = (seq: number, time: number): EngineEvent => ({
  ...{ type: "index", index, seq, time, price: BigInt(seq) as Price8 },
  sources: [
    { source: "one", price: 5_000_000_000n as Price8, weight: 1n },
    { source: "other", price: 7n as Price8, weight: 3n },
  ],
})
/** Ticks `from` to `to`, one each ten minutes from 9:00 on: 1 at 9:00, 7 at 10:00. */
const take = (hours: IndexHours, from: number, to: number) => {
  for (let seq = from; seq <= to; seq += 1) {
    const time = START + (seq - 1) * 600_000
    hours.take(time, [tick(seq, time)])
  }
}
const textOf = async (hours: IndexHours, hour: number): Promise<string> => {
  const published = await hours.file(index, hour)
  return published?.file ? gunzipSync(published.file).toString() : ""
}
/** All files, proven by what is announced of them. */
async function proven(hours: IndexHours): Promise<number[]> {
  const announced = (await hours.hours(index, { limit: 500 })) ?? []
  const files = new Map<number, string>()
  for (const { hour } of announced) files.set(hour, await textOf(hours, hour))
  const chain = await checkChain({ index, hours: announced, files, sha256 })
  if (chain.step) throw new Error(JSON.stringify(chain))
  return [...chain.ticks.keys()]
}
const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, place) => BASE + from + place)

test("a tick is published with its public number, its price and its sources, and chained to the one before", async () => {
  const hours = await openHours()
  take(hours, 1, 2)
  const text = await textOf(hours, START)
  expect(text.split("\n").slice(0, 2)).toEqual([
    `saker-index-ticks 1|${index}|${START}|1001|${FIRST_HASH}`,
    expect.stringMatching(`^1001\\|${START}\\|0.00000001\\|one:50.00:1,other:0.00000007:3\\|[0-9a-f]{8}$`),
  ])
  expect(await proven(hours)).toEqual(numbers(1, 2))
})

test("in memory, half saved, saved, joined: the files are the same", async () => {
  const texts = async (hours: IndexHours) => [
    await textOf(hours, START),
    await textOf(hours, START + HOUR_MS),
  ]
  const hours = await openHours()
  take(hours, 1, 3)
  await hours.save()
  take(hours, 4, 8)
  const before = await texts(hours)
  expect(before[0]).toMatch(/\nend\|1006\|[0-9a-f]{64}\n$/)
  expect(before[1]).not.toContain("end")
  await hours.save()
  expect(await texts(hours)).toEqual(before)
  await hours.settled()
  expect(await texts(hours)).toEqual(before)
  expect(await proven(hours)).toEqual(numbers(1, 8))
})

test("an hour that is over becomes one file with the same text, and its lines go", async () => {
  const hours = await openHours()
  take(hours, 1, 8)
  const before = await textOf(hours, START)
  await hours.save()
  await hours.settled()
  const lines = await storage.database
    .selectFrom("index_lines")
    .select("hour")
    .where("index_id", "=", index)
    .execute()
  expect(lines).toEqual([{ hour: START + HOUR_MS }])
  expect(await textOf(hours, START)).toBe(before)
  expect(await hours.hours(index, { limit: 5 })).toMatchObject([
    { hour: START + HOUR_MS, first: 1007, last: 1008, isComplete: false, isKept: true },
    { hour: START, first: 1001, last: 1006, isComplete: true, isKept: true, before: FIRST_HASH },
  ])
  expect(await proven(hours)).toEqual(numbers(1, 8))
  expect(said).toEqual([])
})

test("killed at any moment, it goes on from what a replay brings again: none lost, none twice, no hash other", async () => {
  const whole = await openHours()
  take(whole, 1, 20)
  const texts = await Promise.all([0, 1, 2, 3].map((hour) => textOf(whole, START + hour * HOUR_MS)))
  for (const [saved, replayed] of [
    [3, 1],
    [6, 2],
    [7, 7],
    [8, 8],
    [13, 9],
    [13, 14],
  ] as const) {
    // Another index of the same ticks would be another chain.
    await storage.database.deleteFrom("index_hours").where("index_id", "=", index).execute()
    await storage.database.deleteFrom("index_lines").where("index_id", "=", index).execute()
    const killed = await openHours()
    take(killed, 1, saved)
    await killed.save()
    await killed.settled()
    const next = await openHours()
    take(next, replayed, 17)
    await next.save()
    await next.settled()
    take(next, 18, 20)
    expect(await proven(next)).toEqual(numbers(1, 20))
    expect(await Promise.all([0, 1, 2, 3].map((hour) => textOf(next, START + hour * HOUR_MS)))).toEqual(texts)
  }
})

test("an hour isn't joined before the ticks that a replay brings of it are saved", async () => {
  const killed = await openHours()
  take(killed, 1, 4)
  await killed.save()
  const next = await openHours()
  take(next, 3, 6)
  next.take(START + HOUR_MS + 5, [])
  expect(await textOf(next, START)).toContain("end|1006|")
  await next.save()
  await next.settled()
  expect(await textOf(next, START)).toContain("end|1006|")
  expect(await proven(next)).toEqual(numbers(1, 6))
})

test("what could not be saved is saved with the next, and nothing of it twice", async () => {
  class Failing extends HourArchive {
    fails = 0
    override async save(...given: Parameters<HourArchive["save"]>) {
      // The second time it is kept, and the answer is lost.
      if (this.fails === 1) throw new Error("the disk is full")
      await super.save(...given)
      if (this.fails === 2) throw new Error("the answer is lost")
    }
  }
  const archive = new Failing(storage)
  const hours = await openHours(archive)
  for (const [fails, from, to] of [
    [1, 1, 3],
    [2, 4, 8],
    [2, 9, 9],
  ] as const) {
    archive.fails = fails
    take(hours, from, to)
    await expect(hours.save()).rejects.toThrow()
    expect(await proven(hours)).toEqual(numbers(1, to))
  }
  archive.fails = 0
  take(hours, 10, 14)
  await hours.save()
  await hours.settled()
  expect(await proven(hours)).toEqual(numbers(1, 14))
  expect(await proven(await openHours())).toEqual(numbers(1, 14))
})

test("files that are too old are dropped, and their hashes stay", async () => {
  const hours = await openHours(new HourArchive(storage), 2 * HOUR_MS)
  take(hours, 1, 30)
  await hours.save()
  await hours.settled()
  const rows = (await hours.hours(index, { limit: 50 })) ?? []
  expect(rows.map(({ isKept }) => isKept)).toEqual([true, true, true, false, false])
  expect(rows.map(({ first }) => first)).toEqual([1025, 1019, 1013, 1007, 1001])
  expect(rows.slice(0, 4).map(({ before }) => before)).toEqual(rows.slice(1).map(({ hash }) => hash))
  expect((await hours.file(index, START))?.file).toBeUndefined()
})

test("only what is asked for is listed, newest first; what was never published isn't known", async () => {
  const hours = await openHours()
  take(hours, 1, 30)
  const list = async (asked: object) =>
    (await hours.hours(index, { limit: 50, ...asked }))?.map(({ hour }) => (hour - START) / HOUR_MS)
  for (const save of [false, true]) {
    if (save) await hours.save()
    expect(await list({})).toEqual([4, 3, 2, 1, 0])
    expect(await list({ limit: 2 })).toEqual([4, 3])
    expect(await list({ from: START + HOUR_MS + 1, to: START + 3 * HOUR_MS })).toEqual([3, 2, 1])
  }
  expect(await hours.hours("NO_SUCH", { limit: 1 })).toBeUndefined()
  expect(await hours.file(index, START - HOUR_MS)).toBeUndefined()
})

test("ticks of which nobody knows the numbers are not chained, nor those of an index that no second contract follows", async () => {
  const hours = await openHours(new HourArchive(storage), HOUR_MS, null)
  take(hours, 1, 3)
  expect(await hours.hours(index, { limit: 5 })).toEqual([])
  hours.countBy(new Map([[`index-base:${index}`, BASE]]))
  take(hours, 4, 4)
  const elsewhere = { ...tick(5, START), index: "B_USDT" } as EngineEvent
  hours.take(START, [elsewhere])
  expect(await proven(hours)).toEqual([1004])
  expect(await hours.hours("B_USDT", { limit: 5 })).toBeUndefined()
})

test("a file that a second contract rests on stays for good: from its open tick to the one that decided", async () => {
  const hours = await openHours(new HourArchive(storage), 2 * HOUR_MS)
  const minute = 60_000
  // From 9:59 to 10:01, and refunded without a tick until 11:00.
  await contract(1, START + 59 * minute, { settle_time: START + 61 * minute })
  await contract(2, START + 119 * minute, { settled: START + 120 * minute, settle_time: null })
  await contract(3, START + 4 * HOUR_MS, {}, "A0_USDT")
  take(hours, 1, 36)
  await hours.save()
  await hours.settled()
  const kept = async () => (await hours.hours(index, { limit: 50 }))?.map(({ isKept }) => isKept)
  expect(await kept()).toEqual([true, true, true, true, true, true])
  take(hours, 37, 60)
  await hours.save()
  await hours.settled()
  // 9, 10 and 11 o'clock stay; 12 to 16 go, but for the last two and the one that runs.
  expect(await kept()).toEqual([true, true, true, ...Array(4).fill(false), true, true, true])
})

/** A contract on the index, as its row has it; 60 s, lost or refunded. */
async function contract(
  id: number,
  openTime: number,
  end: { settled?: number; settle_time?: number | null },
  of = index,
): Promise<void> {
  const { settle_time: settleTime = null } = end
  const expiry = openTime + 60_000
  await storage.database
    .insertInto("second_contracts")
    .values({
      ...{
        id,
        user_id: 1,
        instrument: `${of}_SEC`,
        index_id: of,
        request_key: `k${id}`,
        direction: "bullish",
      },
      ...{ seconds: 60, stake: "5", profit: "4", currency: "USDT", payout_rate: 80_000_000 },
      ...{ open_seq: 1, open_time: openTime, open_price: "5", opened: openTime, expiry },
      ...{ status: settleTime ? "lost" : "refunded", paid: settleTime ? "0" : "5" },
      ...{ before_seq: 1, before_time: openTime, before_price: "5" },
      ...{
        settle_seq: settleTime ? 2 : null,
        settle_time: settleTime,
        settle_price: settleTime ? "4" : null,
      },
      ...{ settled: end.settled ?? expiry, sequence: id },
    })
    .execute()
}
