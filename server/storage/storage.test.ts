/** The data folder keeps what is stored, and refuses what it must. */

import { spawn } from "node:child_process"
import { once } from "node:events"
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { sql } from "kysely"
import { afterAll, describe, expect, test, vi } from "vitest"
import type { Candle } from "#core/candle/candle.ts"
import type { SpotInstrument } from "#core/instrument/instrument.ts"
import type { Lots, Ticks } from "#core/money/units.ts"
import type { TradeRow } from "#core/wire/index.ts"
import { RULES_VERSION } from "#server/engine/versions.ts"
import { freshDatabase, LEFT_OUT, onServer, postgresIsThere } from "#tests/support/postgres.ts"
import { lockFolder } from "./folder-lock.ts"
import { MarketArchive, RESERVED_AHEAD, type SaveBatch, SECONDS_KEPT_MS } from "./market-archive.ts"
import { openStorage } from "./open-storage.ts"
import { writerLock } from "./postgres-storage.ts"
import type { StorageSettings } from "./storage.ts"

const root = mkdtempSync(join(tmpdir(), "saker-storage-"))
const seedFile = join(import.meta.dirname, "../../dist/database/empty.tgz")
let folders = 0
const freshSettings = (): StorageSettings => {
  folders += 1
  return { data: join(root, String(folders)), database: "simulated-1", seedFile, databaseUrl: "" }
}
const drops: (() => Promise<void>)[] = []
const onPostgres = async (): Promise<StorageSettings> => {
  const { url, drop } = await freshDatabase()
  drops.push(drop)
  return { ...freshSettings(), databaseUrl: url }
}
afterAll(async () => {
  rmSync(root, { recursive: true, force: true })
  for (const drop of drops) await drop()
})

const spot = { id: "BTC_USDT", tick: 1_000_000n, lot: 1000n } as SpotInstrument
const candle = (openTime: number, price: number, lastTradeId: number): Candle => ({
  openTime,
  open: price as Ticks,
  high: (price + 2) as Ticks,
  low: (price - 2) as Ticks,
  close: (price + 1) as Ticks,
  volume: 5_000_000_000_000_000 as Lots,
  lastTradeId,
  closed: true,
  generated: false,
})
const batch = (time: number, parts: Partial<SaveBatch> = {}): SaveBatch => ({
  time,
  candles: [],
  seconds: [],
  counters: new Map(),
  trades: new Map(),
  final: false,
  ...parts,
})

const KINDS = [
  ["the embedded database", freshSettings],
  ...(postgresIsThere ? ([["a PostgreSQL server", onPostgres]] as const) : []),
] as const
if (!postgresIsThere) test.skip(`a PostgreSQL server: ${LEFT_OUT}`, () => undefined)

describe.each(KINDS)("on %s", (_kind, fresh) => {
  test("what was saved is read back after a restart, whole numbers above 2^52 included", async () => {
    const settings = await fresh()
    const day = 1_800_000_000_000 - (1_800_000_000_000 % 86_400_000)
    const trade = [7, "1.00", "0.5", 1, day] as unknown as TradeRow
    const seconds = [candle(day + 1000, 90, 3), candle(day + 59_000, 95, 4)]
    const first = await openStorage(settings)
    const archive = new MarketArchive(first)
    await archive.begin(day, [spot], new Map([["trade:BTC_USDT", 0]]))
    await archive.save(
      batch(day + 5000, {
        candles: [
          { instrument: "BTC_USDT", interval: "1m", candle: candle(day, 100, 1) },
          { instrument: "BTC_USDT", interval: "1h", candle: candle(day, 101, 2) },
        ],
        seconds: [{ instrument: "BTC_USDT_SEC", minute: day, candles: seconds }],
        counters: new Map([["trade:BTC_USDT", 7]]),
        trades: new Map([["BTC_USDT", [trade]]]),
      }),
    )
    await archive.save(
      batch(day + 9000, {
        candles: [{ instrument: "BTC_USDT", interval: "1m", candle: candle(day, 200, 9) }],
      }),
    )
    await first.close()

    const second = await openStorage(settings)
    const again = new MarketArchive(second)
    const saved = await again.load()
    expect(saved.spans).toEqual([{ from: day, to: day + 9000 }])
    expect(saved.counters.get("trade:BTC_USDT")).toBe(7)
    expect(saved.trades.get("BTC_USDT")).toEqual([trade])
    expect(await again.candles("BTC_USDT", "1m", day, day + 60_000)).toEqual([candle(day, 200, 9)])
    expect(await again.candles("BTC_USDT", "1h", day, day + 60_000)).toEqual([candle(day, 101, 2)])
    expect(await again.candles("BTC_USDT", "1m", day + 1, day + 60_000)).toEqual([])
    expect(await again.lastMinute("BTC_USDT", day + 1)).toEqual(candle(day, 200, 9))
    expect(await again.lastMinute("BTC_USDT", day)).toBeUndefined()
    const newest = await again.newest()
    expect(newest.get("BTC_USDT")).toEqual({
      stored: [
        { interval: "1m", candle: candle(day, 200, 9) },
        { interval: "1h", candle: candle(day, 101, 2) },
      ],
      seconds: [],
    })
    expect(await again.seconds("BTC_USDT_SEC", day + 2000, day + 60_000)).toEqual([seconds[1]])
    await again.prune(day + SECONDS_KEPT_MS + 60_000)
    expect(await again.seconds("BTC_USDT_SEC", day, day + 60_000)).toEqual([])
    await expect(again.begin(day + 1, [{ ...spot, tick: 5n }], new Map())).rejects.toThrow(/tick 1000000/)
    await second.close()
  })

  test("after a clean stop numbering goes on right behind the last, and a batch is all or nothing", async () => {
    const settings = await fresh()
    const storage = await openStorage(settings)
    const archive = new MarketArchive(storage)
    await archive.begin(1000, [], new Map([["revision", 0]]))
    const broken = { ...candle(0, 1, 1), high: undefined } as unknown as Candle
    await expect(
      archive.save(
        batch(2000, {
          seconds: [{ instrument: "A_B_SEC", minute: 0, candles: [candle(0, 1, 1)] }],
          candles: [{ instrument: "A_B", interval: "1D", candle: broken }],
          counters: new Map([["revision", 5]]),
        }),
      ),
    ).rejects.toThrow()
    expect(await archive.seconds("A_B_SEC", 0, 60_000)).toEqual([])
    await archive.save(batch(3000, { counters: new Map([["revision", 6]]), final: true }))
    expect((await archive.load()).counters.get("revision")).toBe(6)
    await storage.close()
  })

  test("rooms are tidied between other people's transactions, never within one", async () => {
    const storage = await openStorage(await fresh())
    const archive = new MarketArchive(storage)
    await archive.begin(0, [], new Map())
    const transaction = storage.database.transaction().execute(async (inner) => {
      await inner.insertInto("meta").values({ key: "a", value: "1" }).execute()
      await new Promise((resolve) => setImmediate(resolve))
      await inner.insertInto("meta").values({ key: "b", value: "2" }).execute()
    })
    await Promise.all([transaction, archive.prune(1)])
    const kept = await storage.database
      .selectFrom("meta")
      .select("key")
      .where("key", "in", ["a", "b"])
      .execute()
    expect(kept).toHaveLength(2)
    await storage.close()
  })

  test("one server at a time writes it, and one of a newer format is refused in one line", async () => {
    const settings = await fresh()
    const storage = await openStorage(settings)
    await expect(openStorage(settings)).rejects.toThrow(/in use by another server/)
    await storage.database.updateTable("meta").set({ value: "99" }).where("key", "=", "format").execute()
    await storage.close()
    await expect(openStorage(settings)).rejects.toThrow(
      /^(SAKER_DATA|DATABASE_URL): [^\n]+newer Saker \(data format 99/,
    )
  })

  test("commands of other rules (R6) are refused in one line that says what to do, unless a snapshot is behind them", async () => {
    const settings = await fresh()
    const storage = await openStorage(settings)
    const bytes = sql`'\\x00'::bytea`
    await sql`insert into journal (first_seq, last_seq, time, rules, commands, chain)
      values (1, 9, 1000, ${RULES_VERSION + 1}, ${bytes}, ${bytes})`.execute(storage.database)
    await sql`insert into snapshots (seq, time, hash, chain, state)
      values (9, 1000, ${bytes}, ${bytes}, ${bytes})`.execute(storage.database)
    await storage.close()
    const again = await openStorage(settings)
    await again.run("delete from snapshots")
    await again.close()
    await expect(openStorage(settings)).rejects.toThrow(
      /^(SAKER_DATA|DATABASE_URL): [^\n]+nothing was changed\. Start that release once more, stop it cleanly [^\n]+$/,
    )
  })
})

test("a folder is opened by one server at a time, and a killed one's lock does not block", async () => {
  const { data, ...rest } = freshSettings()
  const storage = await openStorage({ data, ...rest })
  await expect(openStorage({ data, ...rest })).rejects.toThrow(/in use by another server/)
  await storage.close()
  expect(readdirSync(data)).toEqual(["simulated-1"])

  const other = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore" })
  const began = readFileSync(`/proc/${other.pid}/stat`, "utf8").split(") ")[1]?.split(" ")[19]
  writeFileSync(join(data, "lock"), JSON.stringify({ pid: other.pid, began, token: "x" }))
  expect(() => lockFolder(data)).toThrow(/in use by another server \(process \d+\)/)
  writeFileSync(join(data, "lock"), JSON.stringify({ pid: other.pid, began: "1", token: "x" }))
  lockFolder(data).release() // the pid was given to another program since
  writeFileSync(join(data, "lock"), JSON.stringify({ pid: other.pid, began, token: "x" }))
  other.kill("SIGKILL")
  await once(other, "exit")
  const lock = lockFolder(data)
  expect(lock.isHeld()).toBe(true)
  copyFileSync(join(data, "lock"), join(data, "copy"))
  renameSync(join(data, "copy"), join(data, "lock"))
  expect(lock.isHeld()).toBe(false)
  lock.release()
  expect(existsSync(join(data, "lock"))).toBe(true)
  writeFileSync(join(data, "lock"), "rubbish")
  lockFolder(data).release()
  expect(existsSync(join(data, "lock"))).toBe(false)
})

test("a damaged database and a path that is no folder are refused in one line", async () => {
  const settings = freshSettings()
  await (await openStorage(settings)).close()
  const line = /^SAKER_DATA: [^\n]+$/
  const refused = async (given: StorageSettings) => {
    const error = await openStorage(given).catch((thrown: Error) => thrown)
    expect(error).toMatchObject({ name: "StartProblem", message: expect.stringMatching(line) })
    return (error as Error).message
  }
  truncateSync(join(settings.data, settings.database, "global/pg_control"), 0)
  expect(await refused(settings)).toMatch(/is damaged and was left as it is \(could not read file/)
  expect(existsSync(join(settings.data, "lock"))).toBe(false)
  const file = join(root, "file")
  writeFileSync(file, "")
  expect(await refused({ ...settings, data: file })).toMatch(/cannot be written \(EEXIST\)/)
})

test("nobody but its owner reads the database, in a folder that others may look into as well", async () => {
  const [fresh, known] = [freshSettings(), freshSettings()]
  mkdirSync(known.data, { mode: 0o755 })
  for (const settings of [fresh, known]) await (await openStorage(settings)).close()
  const folders = [fresh.data, join(fresh.data, fresh.database), join(known.data, known.database)]
  expect(folders.map((folder) => statSync(folder).mode & 0o077)).toEqual([0, 0, 0])
})

test("what a killed first start left half-way is made anew", async () => {
  const settings = freshSettings()
  mkdirSync(join(settings.data, settings.database), { recursive: true })
  writeFileSync(join(settings.data, settings.database, "PG_VERSION"), "18")
  writeFileSync(join(settings.data, `${settings.database}.making`), "")
  const storage = await openStorage(settings)
  expect((await new MarketArchive(storage).load()).spans).toEqual([])
  await storage.close()
  expect(readdirSync(settings.data)).toEqual([settings.database])
})

test("a page changed by a hand is found at the start", async () => {
  const settings = freshSettings()
  const storage = await openStorage(settings)
  const archive = new MarketArchive(storage)
  await archive.begin(0, [], new Map())
  await archive.save(
    batch(1, { candles: [{ instrument: "BTC_USDT", interval: "1m", candle: candle(0, 100, 1) }] }),
  )
  const place = await sql<{ path: string }>`select pg_relation_filepath('candles') as path`.execute(
    storage.database,
  )
  await storage.close()
  const path = join(settings.data, settings.database, place.rows[0]?.path ?? "")
  const bytes = readFileSync(path)
  bytes.fill(0xff, 4000, 4100)
  writeFileSync(path, bytes)
  await expect(openStorage(settings)).rejects.toThrow(
    /is damaged .*page 0 of table candles is not what was written/,
  )
})

test("a database that stops is replaced before the next save", async () => {
  const settings = freshSettings()
  const storage = await openStorage(settings)
  const archive = new MarketArchive(storage)
  await archive.begin(0, [], new Map([["revision", 1]]))
  // Ends the backend as a PANIC would: the thread answers nothing more.
  await sql`select pg_terminate_backend(pg_backend_pid())`.execute(storage.database).catch(() => undefined)
  const save = () => archive.save(batch(5, { counters: new Map([["revision", 2]]) }))
  await save().catch(save)
  expect((await archive.load()).counters.get("revision")).toBe(2 + RESERVED_AHEAD)
  await storage.close()
})

describe.runIf(postgresIsThere)("a PostgreSQL server", () => {
  test("that cut all connections is found again, and another writer in between is not overwritten", async () => {
    const settings = await onPostgres()
    const name = new URL(settings.databaseUrl).pathname.slice(1)
    const cut = () =>
      onServer(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
    const storage = await openStorage(settings)
    const archive = new MarketArchive(storage)
    await archive.begin(0, [], new Map([["revision", 1]]))
    const save = () => archive.save(batch(5, { counters: new Map([["revision", 2]]) }))
    await cut()
    await vi.waitFor(save, { timeout: 60_000 })
    expect((await archive.load()).counters.get("revision")).toBe(2 + RESERVED_AHEAD)

    await cut()
    const other = await vi.waitFor(() => openStorage(settings), { timeout: 60_000 })
    await expect(save()).rejects.toThrow(/another server writes the schema/)
    await other.close()
    await vi.waitFor(save, { timeout: 60_000 })
    await storage.close()
  })

  test("whose writer froze in the middle of a transaction is taken over: its locked rows are let go", async () => {
    const settings = await onPostgres()
    const frozen = await openStorage(settings)
    const row = batch(5, { candles: [{ instrument: "BTC_USDT", interval: "1m", candle: candle(0, 100, 1) }] })
    const archive = new MarketArchive(frozen)
    await archive.begin(0, [], new Map())
    await archive.save(row)
    const thaw = Promise.withResolvers<void>()
    const isLocked = Promise.withResolvers<void>()
    const half = frozen.database.transaction().execute(async (transaction) => {
      await transaction.updateTable("candles").set({ close: 7 }).execute()
      isLocked.resolve()
      await thaw.promise
    })
    const late = expect(half).rejects.toThrow()
    await isLocked.promise

    const lock = writerLock(settings)
    expect(await lock.takeFromSilent(0)).toBe(true)
    const storage = await openStorage(settings, { lock })
    const next = new MarketArchive(storage)
    await next.save(row)
    thaw.resolve()
    await late
    expect(await next.candles("BTC_USDT", "1m", 0, 1)).toMatchObject([{ close: 101 }])
    // Whatever it still has to write: it gets no connection for that any more.
    await expect(archive.load()).rejects.toThrow(/another server writes the schema/)
    await frozen.close()
    await storage.close()
  })

  test("keeps each history in a schema of its own", async () => {
    const settings = await onPostgres()
    const first = await openStorage(settings)
    const second = await openStorage({ ...settings, database: "simulated-2" })
    await new MarketArchive(first).begin(7, [], new Map())
    expect((await new MarketArchive(second).load()).spans).toEqual([])
    await first.close()
    await second.close()
  })

  test("that can't be reached or doesn't let in is said in one line, without the password", async () => {
    const { databaseUrl, ...rest } = await onPostgres()
    const said = async (change: (url: URL) => void) => {
      const url = new URL(databaseUrl)
      change(url)
      const error = await openStorage({ ...rest, databaseUrl: url.href }).catch((thrown: Error) => thrown)
      expect(error).toMatchObject({ name: "StartProblem", message: expect.not.stringContaining("geheim") })
      return (error as Error).message
    }
    expect(await said((url) => Object.assign(url, { port: "1", password: "geheim" }))).toMatch(
      /^DATABASE_URL: [^\n]+doesn't answer[^\n]+$/,
    )
    expect(await said((url) => Object.assign(url, { pathname: "/saker_none" }))).toMatch(
      /^DATABASE_URL: [^\n]+refused[^\n]+$/,
    )
  })
})
