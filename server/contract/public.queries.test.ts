/** What batches kept of paid rates, open interest and the fund is read back page by page, the newest first (P31, P32). */

import { join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import type { Amount, Price8 } from "#core/money/units.ts"
import type { EngineEvent } from "#server/engine/event.ts"
import { systemClock } from "#server/exchange/exchange.ts"
import { Journal, takeTerm } from "#server/journal/journal.ts"
import { openStorage } from "#server/storage/open-storage.ts"
import type { Storage } from "#server/storage/storage.ts"
import { freshFolder, removeFolders } from "#tests/support/saker-process.ts"
import { averageRates, fundBalances, openInterests, paidRates } from "./public.queries.ts"

const WITHIN_MS = 120_000
const HOUR = 3_600_000
const COIN = 100_000_000n
const instrument = "ABC_USDT_PERP"

let storage: Storage
let journal: Journal
let seq = 0

/** One batch of one command a moment. */
async function keep(...commands: readonly (readonly [time: number, events: readonly EngineEvent[]])[]) {
  await journal.keep({
    stamped: commands.map(([time]) => {
      seq += 1
      return { seq, time, command: { type: "clock.tick" } }
    }),
    events: commands.map(([, events]) => events),
  })
}
const moved = (coins: bigint): EngineEvent => {
  const of = (account: string, sign: bigint) => ({
    account,
    currency: "USDT",
    amount: (sign * coins * COIN) as Amount,
  })
  return {
    type: "journal",
    kind: "liquidation",
    reference: "",
    lines: [of("insurance", 1n), of("faucet", -1n)],
  }
}
const rate = (time: number, of: bigint, mark?: bigint): EngineEvent => ({
  ...{ type: "funding-rate", instrument, rate: of, time },
  ...(mark !== undefined && { mark: (mark * COIN) as Price8 }),
})
const interest = (time: number, coins: bigint, isSample: boolean): EngineEvent => ({
  ...{ type: "open-interest", instrument, size: (coins * COIN) as Amount, time, isSample },
})

beforeAll(async () => {
  storage = await openStorage({
    data: freshFolder(),
    database: "test",
    seedFile: join(import.meta.dirname, "../../dist/database/empty.tgz"),
    databaseUrl: "",
  })
  const log = { error: (_: object, text: string) => expect.unreachable(text), info: () => undefined }
  journal = new Journal({ storage, clock: systemClock, log, head: await takeTerm(storage) })
  await keep([HOUR + 1, [moved(5n), rate(HOUR, 10_000n, 100n)]], [HOUR + 2, [moved(2n)]])
  // One batch over the turn of an hour.
  await keep([2 * HOUR - 1, [moved(-3n)]], [2 * HOUR, [moved(10n), interest(2 * HOUR, 7n, true)]])
  await keep([9 * HOUR, [rate(9 * HOUR, -5n), interest(9 * HOUR, 8n, true), interest(9 * HOUR, 9n, false)]])
}, WITHIN_MS)
afterAll(async () => {
  journal.stop()
  await storage.close()
  removeFolders()
}, WITHIN_MS)

test("the fund has a row an hour in which it moved, with what its last change left", async () => {
  const { database } = storage
  const all = [
    { time: 2 * HOUR, balance: "14" },
    { time: 2 * HOUR - 1, balance: "4" },
  ]
  expect(await fundBalances(database, { limit: 10 })).toEqual({
    ...{ currency: "USDT", balance: "14" },
    ...{ rows: all, next: "" },
  })
  const first = await fundBalances(database, { limit: 1 })
  expect(first.rows).toEqual([all[0]])
  expect((await fundBalances(database, { limit: 1, cursor: first.next })).rows).toEqual([all[1]])
  expect((await fundBalances(database, { limit: 9, to: 2 * HOUR - 1 })).rows).toEqual([all[1]])
  // Without a row of the range the balance is told all the same.
  expect(await fundBalances(database, { limit: 9, from: 5 * HOUR })).toMatchObject({
    balance: "14",
    rows: [],
  })
})

test("paid rates come with their marks, where there was one, within both ends of a range", async () => {
  const { database } = storage
  const all = [
    { time: 9 * HOUR, rate: "-0.00000005", mark: "" },
    { time: HOUR, rate: "0.0001", mark: "100" },
  ]
  const read = async (asked: object) => (await paidRates(database, { instrument, limit: 10, ...asked })).rows
  expect(await read({})).toEqual(all)
  expect(await read({ from: HOUR, to: HOUR })).toEqual([all[1]])
  expect(await read({ from: HOUR + 1, to: 9 * HOUR - 1 })).toEqual([])
  expect(await read({ cursor: "nothing of ours" })).toEqual(all)
  expect(await read({ instrument: "OTHER_USDT_PERP" })).toEqual([])
})

test("averages are means of the rates paid within each span, to the nearest 1e-8, and empty without one (P32)", async () => {
  const read = async (now: number) => (await averageRates(storage.database, now)).get(instrument)
  // (10,000 − 5) / 2 = 4,997.5: halves go away from zero.
  const both = "0.00004998"
  expect(await read(9 * HOUR)).toEqual({ average8h: "-0.00000005", average1d: both, average7d: both })
  expect(await read(9 * HOUR - 1)).toEqual({ average8h: "0.0001", average1d: "0.0001", average7d: "0.0001" })
  // A span is open at its beginning: what was paid exactly eight hours ago is outside.
  expect(await read(17 * HOUR)).toEqual({ average8h: "", average1d: both, average7d: both })
  expect(await read(169 * HOUR)).toEqual({ average8h: "", average1d: "", average7d: "-0.00000005" })
  expect(await read(177 * HOUR)).toBeUndefined()
})

test("of open interest the samples are kept, and not what is told in between", async () => {
  const { rows, next } = await openInterests(storage.database, { instrument, limit: 1 })
  expect(rows).toEqual([{ time: 9 * HOUR, size: 8n * COIN }])
  expect(await openInterests(storage.database, { instrument, limit: 1, cursor: next })).toEqual({
    rows: [{ time: 2 * HOUR, size: 7n * COIN }],
    next: "",
  })
})

test("a rate that is fixed twice at one moment keeps its batch out", async () => {
  await expect(keep([10 * HOUR, [rate(9 * HOUR, 1n)]])).rejects.toThrow("funding_rates_key")
})
