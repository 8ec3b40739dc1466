/** Does a start stand where the exchange stood, and stop with one clear line when what is stored disagrees? (R3) */

import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import type { Lots, Ticks } from "#core/money/units.ts"
import type { Command } from "#server/engine/command.ts"
import { coins, SPOT, spotInstrument } from "#tests/support/test-exchange.ts"
import { type Clock, systemClock } from "./exchange.ts"
import { hashOfState, shortHash } from "./journal/state-image.ts"
import { verifyJournal } from "./journal/verify.ts"
import { openExchange, restorableEngine } from "./open-exchange.ts"
import { openStorage } from "./storage/open-storage.ts"
import type { Storage } from "./storage/storage.ts"

const seedFile = join(import.meta.dirname, "../dist/database/empty.tgz")
const folder = mkdtempSync(join(tmpdir(), "saker-open-"))
let storage: Storage
const said: string[] = []
const log = { error: (_: object, text: string) => said.push(text), info: () => undefined }
const clock: Clock = systemClock

beforeAll(async () => {
  storage = await openStorage({ data: folder, database: "simulated-1", seedFile, databaseUrl: "" })
}, 60_000)
afterAll(async () => {
  await storage.close()
  rmSync(folder, { recursive: true, force: true })
})

const open = () =>
  openExchange({
    storage,
    clock,
    log,
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
  const { exchange, engine, abandon } = await open()
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
  const print = shortHash(hashOfState(engine.save()))
  await expect
    .poll(async () => (await storage.database.selectFrom("snapshots").select("seq").execute()).length)
    .toBe(2)
  await exchange.stop()
  await abandon()
  return print
}

const TABLES =
  "engine_head, journal, snapshots, state_hashes, ledger_journals, ledger_entries, balances, bill, orders, fills"
let print: string
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
  test("stands where the exchange stood", async () => {
    expect(await standsAgain()).toBe(print)
    expect(said).toEqual([])
  })

  test("takes the snapshot before a damaged one, and says so", async () => {
    await storage.run(
      "update snapshots set state = '\\x00'::bytea || state where seq = (select max(seq) from snapshots)",
    )
    expect(await standsAgain()).toBe(print)
    expect(said).toEqual([expect.stringMatching(/a snapshot is not what its hash was made of/)])
  })

  test("behind a clean stop has nothing to do again", async () => {
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

  test.each([
    [
      "both snapshots are damaged",
      "update snapshots set hash = decode(repeat('00', 32), 'hex')",
      /no snapshot is what its hash was made of/,
    ],
    [
      "a batch was changed",
      "update journal set commands = commands || '\\x00'::bytea where last_seq = (select max(last_seq) from journal)",
      /commands \d+ to \d+ of the journal were changed/,
    ],
    [
      "a batch is missing",
      "delete from journal where last_seq = (select max(last_seq) from journal) - 1",
      /the journal goes on with command \d+ behind \d+/,
    ],
    [
      "the last batch is missing",
      "delete from journal where last_seq = (select max(last_seq) from journal)",
      /the journal ends at command \d+, the exchange had come to \d+/,
    ],
    [
      "a stored hash is another",
      `insert into state_hashes select max(last_seq), decode(repeat('00', 32), 'hex') from journal
       on conflict (seq) do update set hash = excluded.hash`,
      /replayed to command \d+ the state has hash [0-9a-f]{12}, stored is 000000000000/,
    ],
  ])("is stopped with one line when %s", async (_what, damage, line) => {
    await storage.run(damage)
    await expect(open()).rejects.toThrow(line)
    await expect(open()).rejects.toThrow(/^SAKER_DATA: \/data: [^\n]+ Allowed: [^\n]+$/)
  })
})

describe("verify", () => {
  const verify = () => verifyJournal({ storage, create: () => restorableEngine({}) })

  test("finds nothing where nothing differs, and says how far it looked", async () => {
    const { differences, seq, replayed, compared } = await verify()
    expect(differences).toEqual([])
    expect(seq).toBe(163)
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
      /of the journal were changed/,
    ],
  ])("tells of %s", async (_what, damage, line) => {
    await storage.run(damage)
    expect((await verify()).differences.join("\n")).toMatch(line)
  })
})
