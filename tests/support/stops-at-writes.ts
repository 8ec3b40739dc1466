/** Runs an exchange that stops at a write, once for each write, each in a run of its own (R1, R5). */

import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { sql } from "kysely"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import type { Answer } from "#server/engine/answer.ts"
import type { Command } from "#server/engine/command.ts"
import { createEngine, type Engine } from "#server/engine/engine.ts"
import { checkBooks } from "#server/engine/ledger/check-books.ts"
import type { Clock } from "#server/exchange/exchange.ts"
import { compareRows, readRows } from "#server/journal/compare-rows.ts"
import { hashOfState, shortHash } from "#server/journal/state-image.ts"
import { type OpenedExchange, openExchange } from "#server/start/open-exchange.ts"
import { openStorage } from "#server/storage/open-storage.ts"
import type { Storage } from "#server/storage/storage.ts"
import { type FaultKind, FaultyStorage } from "#tests/support/faulty-storage.ts"
import { freshDatabase, LEFT_OUT, postgresIsThere } from "#tests/support/postgres.ts"
import { answeredOrder, coins, SPOT, spotInstrument } from "#tests/support/test-exchange.ts"
import { RandomCommands } from "../simulation/random-commands.ts"

/** `npm run verify` asks for every one of the 200 writes. */
const IS_WHOLE = process.env.SAKER_CRASH_WRITES === "all"
const WRITES = 200
const STEP = 41
const COMMANDS = 600
const TABLES = [
  "engine_head",
  "journal",
  "snapshots",
  "state_hashes",
  "ledger_journals",
  "ledger_entries",
  "balances",
  "bill",
  "orders",
  "fills",
]
const RUN_STARTS = 1_785_000_000_000
/** From here orders reckon how long they are good: none comes to its time within the run. */
const FAR_OFF = RUN_STARTS + 2_592_000_000
const quiet = { error: () => undefined, info: () => undefined }

/** Time stands unless it is moved; batches follow each other as fast as they are kept. */
class RunClock implements Clock {
  time = RUN_STARTS
  now = () => this.time
  elapsed = () => this.time
  /** What is to be tried again is tried at once; no timer of the engine is due in this run. */
  after(ms: number, run: () => void): () => void {
    if (ms > 5000) return () => undefined
    const timer = setTimeout(run, 1)
    return () => clearTimeout(timer)
  }
  soon(run: () => void): () => void {
    const immediate = setImmediate(run)
    return () => clearImmediate(immediate)
  }
}

/** Two users and the house, all with money, doing what comes to a seed's mind; a snapshot every 60 commands. */
function commands(seed: number): Command[] {
  const accounts = new Map([
    ["ann", "u1"],
    ["bob", "u2"],
    ["cat", "u3"],
    ["dan", "u4"],
  ])
  const random = new RandomCommands(seed)
  const drawn = ["u1", "u2", "u3", "u4", "house-maker", "house-crowd"].map(
    (account): Command => ({
      type: "faucet.draw",
      account,
      amounts: [
        { currency: "ABC", amount: coins(50_000) },
        { currency: "USDT", amount: coins(5_000_000) },
      ],
    }),
  )
  const listed: Command = { type: "instrument.set", instrument: spotInstrument({ maxOpenOrders: 20 }) }
  const asked = Array.from({ length: COMMANDS }, (_, place) => {
    const command = withoutTimers(random.next(place, FAR_OFF))
    return "account" in command
      ? { ...command, account: accounts.get(command.account) ?? command.account }
      : command
  })
  return [listed, ...drawn, ...asked]
}

/** No timer is due in this run: a countdown is a month long. */
const withoutTimers = (command: Command): Command =>
  command.type === "countdown.set" && command.afterMs > 0
    ? { ...command, afterMs: FAR_OFF - RUN_STARTS }
    : command

interface Run {
  /** Commands that were answered, in order, with their answers. */
  answered: { command: Command; answer: Answer }[]
  seq: number
}

/** Sends all, a few at a time, until the database is gone. */
async function run(opened: OpenedExchange, clock: RunClock, faulty: FaultyStorage): Promise<Run> {
  const answered: Run["answered"] = []
  const all = commands(7)
  for (let place = 0; place < all.length && !faulty.isDead; place += 3) {
    clock.time += 40
    const few = all.slice(place, place + 3)
    const sent = few.map(async (command) => {
      const answer = await opened.exchange.submit(command)
      // What was not kept when the end came is told to nobody: the process is gone.
      if (!faulty.isDead) answered.push({ command, answer })
    })
    const died = new Promise<void>((resolve) => {
      const looking = setInterval(() => {
        if (faulty.isDead) resolve()
      }, 1)
      void Promise.all(sent).then(() => clearInterval(looking))
    })
    await Promise.race([Promise.all(sent), died])
  }
  return { answered, seq: opened.exchange.committed() }
}

const KINDS = ["the embedded database", ...(postgresIsThere ? ["a PostgreSQL server"] : [])]

/** Declares the tests for one way of stopping. Each way is a file of its own, so that they run side by side. */
export function testStopsAtWrites(fault: FaultKind): void {
  if (!postgresIsThere) test.skip(`a PostgreSQL server: ${LEFT_OUT}`, () => undefined)
  describe.each(KINDS)("stopped at its n-th write to %s", (kind) => testKind(kind, fault))
}

function testKind(kind: string, fault: FaultKind): void {
  const folder = mkdtempSync(join(tmpdir(), "saker-writes-"))
  let storage: Storage
  let drop = async () => undefined as unknown
  beforeAll(async () => {
    const server = kind === "a PostgreSQL server" ? await freshDatabase() : undefined
    if (server) drop = server.drop
    const seedFile = join(import.meta.dirname, "../../dist/database/empty.tgz")
    storage = await openStorage({
      data: folder,
      database: "simulated-1",
      seedFile,
      databaseUrl: server?.url ?? "",
    })
  }, 180_000)
  afterAll(async () => {
    await storage.close()
    await drop()
    rmSync(folder, { recursive: true, force: true })
  })

  const open = (over: Storage, clock: Clock) =>
    openExchange({
      storage: over,
      clock,
      log: quiet,
      settings: {},
      place: "SAKER_DATA",
      rhythm: { snapshotMs: 3_600_000, snapshotCommands: 60, hashCommands: 25 },
    })

  /** What the same commands give in an engine that was never stopped, up to a sequence. */
  function truth(seq: number): Engine {
    // As a start opens it: contracts have positions from a `clock.start` on, and these commands have none.
    const engine = createEngine({ settlesContracts: false })
    const clock = new RunClock()
    let at = 0
    for (const [place, command] of commands(7).entries()) {
      if (place % 3 === 0) clock.time += 40
      at += 1
      if (at > seq) break
      engine.apply({ seq: at, time: clock.time, command })
    }
    return engine
  }

  // Every one on the embedded database; what PostgreSQL does differently shows in a few.
  const step = IS_WHOLE && kind === "the embedded database" ? 1 : STEP
  const places = Array.from({ length: Math.ceil(WRITES / step) }, (_, turn) => 1 + turn * step)
  test.each(places)(
    `write %i, ${fault}: what was answered is there, nothing twice, and the books balance`,
    async (place) => {
      await storage.run(`truncate ${TABLES.join(", ")}`)
      const faulty = new FaultyStorage(storage)
      Object.assign(faulty, { kind: fault, staysDead: true })
      const clock = new RunClock()
      const opened = await open(faulty, clock)
      faulty.failAt = faulty.count + place
      const { answered } = await run(opened, clock, faulty)
      expect(faulty.isDead).toBe(true)
      opened.journal.stop()
      await opened.abandon()

      const again = await open(storage, clock)
      const { state } = again.engine
      expect(state.log.seq).toBeGreaterThanOrEqual(answered.length)
      expect(checkBooks(state)).toEqual([])
      const expected = truth(state.log.seq)
      expect(shortHash(hashOfState(again.engine.save()))).toBe(shortHash(hashOfState(expected.save())))
      expect(compareRows(await readRows(storage.database), state)).toEqual([])
      for (const { answer } of answered) expectKept(again.engine, answer)
      // It goes on from here as if nothing had been.
      const order = await again.exchange.submit({
        type: "order.place",
        account: "u1",
        instrument: SPOT,
        side: "buy",
        orderType: "market",
        budget: coins(1000),
      })
      expect(order.ok || order.problem.name).toBeTruthy()
      await again.close()
      const { rows } = await sql<{ id: number }>`
        select id from orders group by id having count(*) > 1`.execute(storage.database)
      expect(rows).toEqual([])
    },
    180_000,
  )
}

/** An order that somebody was told of has its number, and no other got it. */
function expectKept(engine: Engine, answer: Answer): void {
  const order = answeredOrder({ answer })
  if (!order) return
  expect(order.id).toBeLessThan(engine.state.nextOrderId)
  expect(order.sequence).toBeLessThanOrEqual(engine.state.log.seq)
}
