/** The false tables do what a database does: the same batches through both, then compared row for row. */

import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { sql } from "kysely"
import { expect, test } from "vitest"
import type { Price8 } from "#core/money/units.ts"
import type { Command, Stamped } from "#server/engine/command.ts"
import { createEngine } from "#server/engine/engine.ts"
import { commitBatch } from "#server/journal/commit-batch.ts"
import { Journal, takeTerm } from "#server/journal/journal.ts"
import { imageOf } from "#server/journal/state-image.ts"
import { openStorage } from "#server/storage/open-storage.ts"
import { openSeconds } from "#server/storage/recorded-seconds.ts"
import {
  journalAfter,
  saveSnapshot,
  saveStateHash,
  snapshotSeqs,
  stateHashesAfter,
} from "#server/storage/state-archive.ts"
import type { Storage } from "#server/storage/storage.ts"
import { INDEX, SECOND, secondInstrument } from "#tests/support/second-exchange.ts"
import { coins } from "#tests/support/test-exchange.ts"
import { RandomCommands } from "../random-commands.ts"
import { falseStorage } from "./false-storage.ts"
import { FalseTables } from "./false-tables.ts"
import { FalseClock, FalseWorld } from "./false-world.ts"
import { SPOT, spotBeginnings } from "./spot-scene.ts"
import { TRADERS } from "./whole-scene.ts"

const COMMANDS = 400
const IN_A_BATCH = 7
const BEGINS = 1_785_000_000_000
const NO_TROUBLES = { lost: 0, answerLost: 0, late: 0, refused: 0, twice: 0, torn: 0 }
const quiet = { error: () => undefined, info: () => undefined }

/** What a batch writes, by table, as text; columns whose form the statement itself makes are left to the database. */
const COLUMNS: Readonly<Record<string, readonly string[]>> = {
  ledger_journals: ["seq", "n", "time", "kind", "reference"],
  ledger_entries: ["seq", "n", "line", "account", "currency", "amount"],
  bill: ["user_id", "seq", "n", "wallet", "currency", "kind", "amount", "balance", "reference"],
  orders: [
    "id",
    "user_id",
    "side",
    "order_type",
    "executed",
    "executed_quote",
    "charged",
    "hold",
    "status",
    "sequence",
  ],
  second_contracts: [
    ...["id", "user_id", "instrument", "index_id", "request_key", "direction", "seconds", "stake", "profit"],
    ...["currency", "payout_rate", "open_seq", "open_time", "open_price", "opened", "expiry", "status"],
    ...["before_seq", "before_time", "before_price", "settle_seq", "settle_time", "settle_price", "paid"],
    ...["settled", "sequence"],
  ],
  fills: ["user_id", "seq", "n", "order_id", "trade", "price", "quantity", "turnover", "fee", "liquidity"],
}

/** Batches of a real engine, kept by a real journal, and a snapshot twice among them; answers how many commands there were. */
async function play(storage: Storage, clock: FalseClock): Promise<number> {
  const head = await takeTerm(storage)
  const journal = new Journal({ storage, clock, log: quiet, head })
  const engine = createEngine({ settlesContracts: false })
  const random = new RandomCommands(3, { accounts: TRADERS, instruments: [SPOT] })
  const begins = clock.now()
  const all: { time: number; command: Command }[] = [
    ...spotBeginnings,
    ...Array.from({ length: COMMANDS }, (_, place) => random.next(place, begins)),
  ].map((command, place) => ({ time: begins + Math.floor(place / IN_A_BATCH) * 7_000, command }))
  const kept: Stamped[] = []
  const keep = async (batch: readonly { time: number; command: Command }[]) => {
    // One time for all of a batch.
    const time = batch.at(-1)?.time ?? begins
    const stamped = batch.map(({ command }, at) => ({ seq: kept.length + at + 1, time, command }))
    kept.push(...stamped)
    const events = stamped.map((one) => engine.apply(one).events)
    await journal.keep({ stamped, events })
  }
  for (let from = 0; from < all.length; from += IN_A_BATCH) {
    await keep(all.slice(from, from + IN_A_BATCH))
    if (from % (IN_A_BATCH * 20) !== 0 || from === 0) continue
    const { term, seq, time, chain } = journal.head
    const { hash, packed } = imageOf(engine.save())
    await saveStateHash(storage.database, { term, seq, hash })
    await saveSnapshot(storage, { term, seq, time, hash, chain, state: packed })
  }
  let last = all.at(-1)?.time ?? begins
  for (const commands of secondBatches()) {
    await keep(commands.map((command) => ({ time: last, command })))
    last += 1_500
  }
  return kept.length
}

/** Second contracts that open, end by ticks, tie, and are given back after a silence; some are open at the end. */
function secondBatches(): Command[][] {
  const move = (to: string): Command => ({
    ...{ type: "capital.move", from: "faucet", to, currency: "USDT", amount: coins(1_000), reason: "begin" },
  })
  const quote = (price: number): Command => ({
    ...{ type: "feed.quote", index: INDEX, source: "one", last: coins(price) as bigint as Price8 },
  })
  let keys = 0
  const open = (account: string): Command => {
    keys += 1
    return {
      ...{ type: "second.open", account, instrument: SECOND, key: `s-${keys}`, seconds: 30 },
      ...{ direction: keys % 2 === 0 ? "bullish" : "bearish", stake: coins(5 + keys), keysMax: 100 },
    }
  }
  const begin: Command[] = [
    { type: "instrument.set", instrument: secondInstrument() },
    move("option-house.available"),
    ...TRADERS.map((account) => move(`${account}.second.available`)),
  ]
  const rounds = Array.from({ length: 45 }, (_, place) => [
    place > 25 && place < 30 ? ({ type: "clock.tick" } as const) : quote(100 + (place % 4)),
    ...TRADERS.map(open),
  ])
  return [begin, ...rounds]
}

const textOf = (value: unknown): string =>
  value instanceof Uint8Array ? Buffer.from(value).toString("hex") : String(value ?? "")
const sorted = (rows: readonly Record<string, unknown>[], columns: readonly string[]) =>
  rows.map((row) => columns.map((column) => textOf(row[column])).join(" ")).sort()

async function storedOf(storage: Storage) {
  const { database } = storage
  const batches = await journalAfter(database, 0, 1000)
  return {
    head: sorted(
      [await database.selectFrom("engine_head").selectAll().executeTakeFirstOrThrow()],
      ["term", "seq", "time", "chain"],
    ),
    batches: sorted(batches, ["first_seq", "last_seq", "time", "rules", "commands", "chain"]),
    snapshots: await snapshotSeqs(database),
    hashes: [...(await stateHashesAfter(database, 0))].map(([seq, hash]) => `${seq} ${textOf(hash)}`).sort(),
  }
}

test("the false tables hold what the embedded database holds, and refuse what it refuses", async () => {
  const folder = mkdtempSync(join(tmpdir(), "saker-tables-"))
  const seedFile = join(import.meta.dirname, "../../../dist/database/empty.tgz")
  const real = await openStorage({ data: folder, database: "simulated-1", seedFile, databaseUrl: "" })
  const world = new FalseWorld(1)
  const clock = new FalseClock(world, BEGINS)
  const tables = new FalseTables()
  const counts = new Map<string, number>()
  const own = falseStorage(world, tables, { troubles: NO_TROUBLES, counts })
  // The world's turns go by while the journal waits for them.
  const inWorld = async <T>(work: () => Promise<T>): Promise<T> => {
    let isDone = false
    const done = work().finally(() => {
      isDone = true
    })
    while (!isDone) await world.run(world.now + 50)
    return await done
  }
  try {
    const commands = await play(real, clock)
    const start = clock.now()
    await inWorld(() => play(own, Object.assign(new FalseClock(world, BEGINS), { now: () => start })))
    expect(await inWorld(() => storedOf(own))).toEqual(await storedOf(real))
    for (const [table, columns] of Object.entries(COLUMNS)) {
      const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(
        real.database,
      )
      expect(rows.length).toBeGreaterThan(20)
      expect(sorted([...tables.table(table).values()], columns)).toEqual(sorted(rows, columns))
    }
    const running = await openSeconds(real)
    expect(running.length).toBeGreaterThan(5)
    expect(await inWorld(() => openSeconds(own))).toEqual(running)
    const { rows } = await sql<Record<string, unknown>>`select * from balances`.execute(real.database)
    const balances = [...tables.balances].map(([key, amount]) => `${key} ${amount}`)
    expect(balances.sort()).toEqual(sorted(rows, ["account", "currency", "amount"]))

    // A batch that doesn't follow, and one of a writer that was replaced, are not written; one that breaks the books throws.
    const { seq, term } = { seq: commands, term: 1 }
    const none = {
      journals: [],
      entries: [],
      bill: [],
      fills: [],
      orders: new Map(),
      positions: new Map(),
      notices: [],
      seconds: new Map(),
    }
    const empty = {
      ...none,
      deposits: new Map(),
      withdrawals: new Map(),
      ai: { parts: () => [] },
      fundingRates: [],
      interests: [],
      fund: { rows: () => [] },
    }
    const batch = (more: object, rows: object = {}) => ({
      ...{
        term,
        before: seq,
        firstSeq: seq + 1,
        lastSeq: seq + 1,
        time: start,
        commands: Buffer.of(1),
        chain: Buffer.of(2),
      },
      ...more,
      rows: { ...empty, ...rows } as never,
    })
    const entry = {
      seq: seq + 1,
      n: 0,
      line: 0,
      account: "u1.funding.available",
      currency: "ABC",
      amount: 5n,
    }
    for (const [asked, wanted] of [
      [batch({ before: seq - 1 }), false],
      [batch({ term: term + 1 }), false],
      [
        batch(
          {},
          { journals: [{ seq: seq + 1, n: 0, time: 1, kind: "trade", reference: "x" }], entries: [entry] },
        ),
        "throws",
      ],
    ] as const) {
      const tried = async (storage: Storage) =>
        await commitBatch(storage.database, asked).catch(() => "throws")
      expect(await tried(real)).toBe(wanted)
      expect(await inWorld(() => tried(own))).toBe(wanted)
    }
  } finally {
    await real.close()
    rmSync(folder, { recursive: true, force: true })
  }
})
