/** A start restores the exchange's state, and stops with one clear line when stored data disagrees (R3). */

import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { sql } from "kysely"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import type { Lots, Ticks } from "#core/money/units.ts"
import type { Command } from "#server/engine/command.ts"
import { STATE_VERSION } from "#server/engine/versions.ts"
import { coins, SPOT, spotInstrument } from "#tests/support/test-exchange.ts"
import { type Clock, systemClock } from "../exchange/exchange.ts"
import { hashOfState, imageOf, readImage, shortHash } from "../journal/state-image.ts"
import { StoredCheck } from "../journal/stored-check.ts"
import { verifyJournal } from "../journal/verify.ts"
import { openStorage } from "../storage/open-storage.ts"
import type { Storage } from "../storage/storage.ts"
import { type OpenParts, openExchange, restorableEngine } from "./open-exchange.ts"

const seedFile = join(import.meta.dirname, "../../dist/database/empty.tgz")
const folder = mkdtempSync(join(tmpdir(), "saker-open-"))
let storage: Storage
const said: string[] = []
const log = { error: (_: object, text: string) => said.push(text), info: () => undefined }
const clock: Clock = systemClock

beforeAll(async () => {
  storage = await openStorage({ data: folder, database: "simulated-1", seedFile, databaseUrl: "" })
}, 180_000)
afterAll(async () => {
  await storage.close()
  rmSync(folder, { recursive: true, force: true })
})

const open = (openLog: OpenParts["log"] = log) =>
  openExchange({
    storage,
    clock,
    log: openLog,
    settings: {},
    place: "SAKER_DATA: /data",
    rhythm: { snapshotMs: 3_600_000, snapshotCommands: 40, hashCommands: 15 },
  })
const order = (place: number): Command => ({
  type: "order.place",
  account: place % 2 ? "u1" : "u2",
  instrument: SPOT,
  side: place % 3 ? "buy" : "sell",
  orderType: "limit",
  price: (100 + (place % 7)) as Ticks,
  quantity: (1 + (place % 5)) as Lots,
  clientOrderId: `c-${place}`,
})

/** Some trading with two snapshots and hashes, then killed; answers the state's fingerprint. */
async function trade(): Promise<string> {
  // A snapshot that is still under way at the kill is refused, and says so: not what the next start says.
  const { exchange, engine, abandon } = await open({ error: () => undefined, info: () => undefined })
  await exchange.submit({ type: "instrument.set", instrument: spotInstrument() })
  for (const account of ["u1", "u2"]) {
    const amounts = ["ABC", "USDT"].map((currency) => ({ currency, amount: coins(10_000) }))
    await exchange.submit({ type: "faucet.draw", account, amounts })
  }
  for (let place = 0; place < 160; place += 1) {
    await exchange.submit(order(place))
    // Lets the snapshots be kept between the batches.
    if (place % 10 === 0) await new Promise((resolve) => setTimeout(resolve, 20))
  }
  const snapshots = () =>
    storage.database.selectFrom("snapshots").select("seq").orderBy("seq", "desc").execute()
  await expect.poll(async () => (await snapshots()).length, { timeout: 10_000 }).toBe(2)
  // Some commands behind the newest, however busy the machine is and whenever it was kept.
  do await exchange.submit({ type: "clock.tick" })
  while (engine.state.log.seq < ((await snapshots())[0]?.seq ?? 0) + 3)
  lastSeq = engine.state.log.seq
  const print = shortHash(hashOfState(engine.save()))
  await exchange.stop()
  await abandon()
  return print
}

const TABLES =
  "engine_head, journal, snapshots, state_hashes, ledger_journals, ledger_entries, balances, bill, orders, fills"
let print: string
let lastSeq = 0
beforeEach(async () => {
  said.length = 0
  await storage.run(`truncate ${TABLES}`)
  print = await trade()
})
const standsAgain = async () => {
  const opened = await open()
  const now = shortHash(hashOfState(opened.engine.save()))
  await opened.abandon()
  return now
}

describe("a start", () => {
  test("restores the state that the exchange had", async () => {
    expect(await standsAgain()).toBe(print)
    expect(said).toEqual([])
  })

  test("takes the snapshot before a damaged one, and says so", async () => {
    await storage.run(
      "update snapshots set state = '\\x00'::bytea || state where seq = (select max(seq) from snapshots)",
    )
    expect(await standsAgain()).toBe(print)
    expect(said).toEqual([
      expect.stringMatching(
        /the snapshot of command \d+ can't be read \(it is not what its hash was made of\); another one/,
      ),
    ])
  })

  test("behind a clean stop has nothing to do again (R2)", async () => {
    const opened = await open()
    await opened.close()
    const kept = await storage.database
      .selectFrom("snapshots")
      .select("seq")
      .orderBy("seq", "desc")
      .executeTakeFirst()
    expect(kept?.seq).toBe(opened.journal.head.seq)
    expect(await standsAgain()).toBe(print)
  })

  test("counts commands from the newest snapshot: killed soon after each start it keeps one all the same (R2)", async () => {
    const newest = async () =>
      (await storage.database.selectFrom("snapshots").select("seq").orderBy("seq", "desc").execute())[0]
        ?.seq ?? 0
    const before = await newest()
    for (let start = 0; start < 8 && (await newest()) === before; start += 1) {
      const { exchange, journal, abandon } = await open()
      const begin = journal.head.seq
      const tick = () => exchange.submit({ type: "clock.tick" })
      for (let place = 0; place < 12; place += 1) await tick()
      const isDue = Math.floor(journal.head.seq / 40) > Math.floor(before / 40)
      // One that is due comes with the next batch that finds the thread free.
      const kept = async () => {
        await tick()
        return await newest()
      }
      if (isDue) await expect.poll(kept, { timeout: 8_000, interval: 400 }).toBeGreaterThan(before)
      expect(journal.head.seq - begin).toBeLessThan(40)
      await abandon()
    }
    expect(await newest()).toBeGreaterThan(before)
  })

  test.each([
    [
      "both snapshots are damaged",
      "update snapshots set hash = decode(repeat('00', 32), 'hex')",
      /the snapshot of command \d+ can't be read \(it is not what its hash was made of\), and the snapshot/,
    ],
    [
      "a batch was changed",
      "update journal set commands = commands || '\\x00'::bytea where last_seq = (select max(last_seq) from journal)",
      /commands \d+ to \d+ of the command log were changed/,
    ],
    [
      "a batch is missing",
      "delete from journal where last_seq = (select max(last_seq) from journal) - 1",
      /the command log goes on with command \d+ behind \d+/,
    ],
    [
      "the last batch is missing",
      "delete from journal where last_seq = (select max(last_seq) from journal)",
      /the command log ends at command \d+, the exchange had come to \d+/,
    ],
    [
      "a stored hash is another",
      `insert into state_hashes (seq, version, hash) select max(last_seq), ${STATE_VERSION}, decode(repeat('00', 32), 'hex') from journal
       on conflict (seq) do update set hash = excluded.hash`,
      /replayed to command \d+ the state has hash [0-9a-f]{12}, stored is 000000000000/,
    ],
    [
      "commands have other rules",
      "update journal set rules = 0 where last_seq = (select max(last_seq) from journal)",
      /commands \d+ to \d+ of the command log have rules version 0, this Saker has \d+/,
    ],
    [
      "commands are packed in a form of a later release",
      // The chain is right: the bytes were written so.
      `with changed as (update journal set commands = '\\x02'::bytea || substring(commands from 2), chain = sha256(
         (select chain from journal before where before.last_seq = journal.first_seq - 1)
         || '\\x02'::bytea || substring(commands from 2))
         where last_seq = (select max(last_seq) from journal) returning chain)
       update engine_head set chain = (select chain from changed)`,
      /commands \d+ to \d+ of the command log can't be read: commands of form 2/,
    ],
  ])("is stopped with one line when %s", async (_what, damage, line) => {
    await storage.run(damage)
    await expect(open()).rejects.toThrow(line)
    await expect(open()).rejects.toThrow(/^SAKER_DATA: \/data: [^\n]+ Allowed: [^\n]+$/)
  })
})

test("hashes of another version of the state (R6) are left out, and counted", async () => {
  await storage.run(
    `insert into state_hashes (seq, version, hash) select max(last_seq), 1, decode(repeat('00', 32), 'hex')
     from journal on conflict (seq) do update set version = excluded.version, hash = excluded.hash`,
  )
  const told: object[] = []
  const opened = await open({ ...log, info: (values) => void told.push(values) })
  await opened.abandon()
  expect(told).toMatchObject([{ notCompared: 1 }])
})

describe("a snapshot whose hash is right", () => {
  /** Writes the snapshots anew, each state changed by hand. */
  async function change(by: (state: Record<string, unknown>) => unknown, which: "newest" | "all") {
    const rows = await storage.database.selectFrom("snapshots").selectAll().orderBy("seq", "desc").execute()
    for (const row of which === "all" ? rows : rows.slice(0, 1)) {
      const state = readImage({ hash: row.hash, packed: row.state }) as Record<string, unknown>
      const { hash, packed } = imageOf(by(state))
      await storage.database
        .updateTable("snapshots")
        .set({ hash, state: packed })
        .where("seq", "=", row.seq)
        .execute()
    }
  }
  const without = (section: string) => (state: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(state).filter(([name]) => name !== section))

  test.each<[string, (state: Record<string, unknown>) => unknown, RegExp]>([
    ["has no pricings", without("pricings"), /can't be read \(pricings: /],
    ["has no accounts", without("accounts"), /can't be read \(accounts: /],
    ["has a section that nobody knows", (state) => ({ ...state, more: [] }), /can't be read \(the state: /],
    [
      "is of a later version",
      (state) => ({ ...state, version: STATE_VERSION + 1 }),
      /\(it has version \d+, this Saker reads/,
    ],
    ["is no object", () => [], /\(the state is not an object\)/],
    ["has an unknown account", (state) => ({ ...state, system: [["nobody", "USDT", 0n]] }), /refuses it: /],
  ])(
    "and %s gives way to the one before it; without one the start ends in one line",
    async (_what, by, why) => {
      await change(by, "newest")
      expect(await standsAgain()).toBe(print)
      expect(said).toEqual([expect.stringMatching(why)])
      await change(by, "all")
      await expect(open()).rejects.toThrow(why)
      await expect(open()).rejects.toThrow(/^SAKER_DATA: \/data: [^\n]+ Allowed: [^\n]+$/)
    },
  )
})

describe("verify", () => {
  const verify = () => verifyJournal({ storage, create: () => restorableEngine({}) })

  test("finds nothing where nothing differs, and says how far it looked", async () => {
    const { differences, seq, replayed, compared } = await verify()
    expect(differences).toEqual([])
    expect(seq).toBe(lastSeq)
    expect(replayed).toBeGreaterThan(40)
    expect(compared).toBeGreaterThan(1)
  })

  test.each([
    [
      "a balance",
      "update balances set amount = amount + 1 where account = 'u1.funding.available' and currency = 'USDT'",
      /u1.funding.available USDT: the engine has \d+, the database \d+/,
    ],
    [
      "an open order's row",
      "update orders set executed = executed + 1 where status in ('new', 'partly-filled')",
      /order \d+: the engine has/,
    ],
    [
      "a row that ended by itself",
      "update orders set status = 'cancelled', hold = 0 where status in ('new', 'partly-filled')",
      /order \d+: the engine has .* the database none/,
    ],
    [
      "a changed journal",
      "update journal set commands = '\\x01'::bytea where last_seq = (select max(last_seq) from journal)",
      /of the command log were changed/,
    ],
  ])("tells of %s", async (_what, damage, line) => {
    await storage.run(damage)
    expect((await verify()).differences.join("\n")).toMatch(line)
  })
})

describe("reading everything that is stored (R7)", () => {
  const told: object[] = []
  const check = () =>
    new StoredCheck(storage, { error: (values) => void told.push(values), info: () => undefined })

  test("finds nothing where nothing differs, and says how far it has come", async () => {
    const running = check()
    expect(running.state()).toEqual({ readPercent: 0, differences: [] })
    expect(await running.run()).toEqual([])
    expect(running.state()).toEqual({ readPercent: 100, differences: [] })
    expect(running.failure()).toBeUndefined()
  })

  test("names what was changed or lost, each by itself, and the health check says so", async () => {
    await sql`insert into users (id, uid, email_key, password, invite_code, registered, language)
      overriding system value
      select n, n, n, '', n, 0, 'en' from generate_series(1, 2) n on conflict do nothing`.execute(
      storage.database,
    )
    const first = "(select min(last_seq) from journal)"
    const changes: [damage: string, undo: string, line: RegExp][] = [
      [
        `update journal set commands = commands || '\\x00'::bytea where last_seq = ${first}`,
        `update journal set commands = substring(commands for length(commands) - 1) where last_seq = ${first}`,
        /^commands \d+ to \d+ of the command log were changed$/,
      ],
      [
        "update snapshots set chain = reverse(chain)",
        "update snapshots set chain = reverse(chain)",
        /^the hash over all commands up to \d+ is not the one|^commands \d+ to \d+ of the command log were changed$/,
      ],
      [
        "update balances set amount = amount + 1 where account = 'u1.funding.held' and currency = 'USDT'",
        "update balances set amount = amount - 1 where account = 'u1.funding.held' and currency = 'USDT'",
        /^u1.funding.held USDT: the entries sum to \d+, the balance is \d+$/,
      ],
      [
        "update bill set balance = balance + 1 where user_id = 2 and n = 0",
        "update bill set balance = balance - 1 where user_id = 2 and n = 0",
        /^user 2: the transaction history doesn't add up at command \d+$/,
      ],
      [
        "update fills set quantity = quantity + 1 where user_id = 2",
        "update fills set quantity = quantity - 1 where user_id = 2",
        /^order \d+: its fills don't sum to what it has executed$/,
      ],
      [
        "delete from ledger_entries where seq = (select max(seq) from ledger_entries)",
        "delete from ledger_journals where seq = (select max(seq) from ledger_journals)",
        /^command \d+: a journal and its entries are not both there$/,
      ],
    ]
    for (const [damage, undo, line] of changes) {
      await storage.run(damage)
      const running = check()
      const differences = await running.run()
      expect(differences).toContainEqual(expect.stringMatching(line))
      expect(running.failure()).toContain(`what is stored is damaged: ${differences[0]}`)
      await storage.run(undo)
    }
    expect(told).toHaveLength(changes.length)
  })
})
