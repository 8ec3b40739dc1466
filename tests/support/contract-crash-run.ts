/** Plays a scene of contracts through an exchange that is stopped at one of its writes and started again (N6, R1, R5). */

import type { Selectable } from "kysely"
import { sql } from "kysely"
import { expect } from "vitest"
import type { TimeMs } from "#core/money/units.ts"
import type { Command } from "#server/engine/command.ts"
import { checkBooks } from "#server/engine/ledger/check-books.ts"
import type { SavedState } from "#server/engine/snapshot/saved-state.ts"
import type { Clock } from "#server/exchange/exchange.ts"
import { checkSums } from "#server/journal/check-sums.ts"
import { compareRows, readRows } from "#server/journal/compare-rows.ts"
import { type OpenedExchange, openExchange } from "#server/start/open-exchange.ts"
import type { Tables } from "#server/storage/schema.ts"
import type { Storage } from "#server/storage/storage.ts"
import type { CrashScene } from "./contract-crash-scene.ts"
import { type FaultKind, FaultyStorage } from "./faulty-storage.ts"

/** What users are told of, and what is public: each row is one fact. */
const FACTS = [
  "balances",
  "bill",
  "orders",
  "fills",
  "positions",
  "contract_notices",
  "second_contracts",
  "deposits",
  "withdrawals",
  "ai_products",
  "ai_issues",
  "ai_holdings",
  "funding_rates",
  "open_interests",
  "insurance_fund",
  "ledger_journals",
  "ledger_entries",
] as const satisfies readonly (keyof Tables)[]
type FactTable = (typeof FACTS)[number]
const LOG = ["engine_head", "journal", "snapshots", "state_hashes"]

/** So often a start begins with a snapshot in the middle of what happens. */
const RHYTHM = { snapshotMs: Number.POSITIVE_INFINITY, snapshotCommands: 10, hashCommands: 10 }
/** Less than a minute is no downtime, and the price of an index is live for ten seconds. */
const RECOVERY_STEP_MS = 1_000
const QUOTE_EVERY = 3
const KEYS_KNOWN_MS = 3_600_000

/** Time stands unless the scene moves it, and nothing happens by itself. */
class SceneClock implements Clock {
  time: TimeMs
  constructor(time: TimeMs) {
    this.time = time
  }
  now = () => this.time
  elapsed = () => this.time
  after = () => () => undefined
  soon(run: () => void): () => void {
    const immediate = setImmediate(run)
    return () => clearImmediate(immediate)
  }
}

export interface Crash {
  /** The write that fails, counted from 1. */
  place: number
  kind: FaultKind
  /**
   * As a server starts: with `clock.start`, its pause and its ten seconds of fresh marks, so long after the crash. Left
   * out: the log is done again, and the next command comes.
   */
  downMs?: number
  /** Makes wrong what the start has restored, or what it has in the database. */
  plant?: (opened: OpenedExchange, storage: Storage) => unknown
}

export interface ScenePlayed {
  state: SavedState
  facts: Record<FactTable, Record<string, unknown>[]>
  /** Writes that were done before each step, and behind the last. */
  writes: number[]
}

/** Plays it to its end, over an empty database. */
export async function playScene(storage: Storage, scene: CrashScene, crash?: Crash): Promise<ScenePlayed> {
  await storage.run(`truncate ${[...FACTS, ...LOG].join(", ")}`)
  const clock = new SceneClock(scene.begins)
  const faulty = new FaultyStorage(storage)
  let opened = await open(faulty, clock)
  if (crash) Object.assign(faulty, { kind: crash.kind, staysDead: true, failAt: faulty.count + crash.place })
  const { writes, died } = await playUntilDeath(opened, { scene, clock, storage, faulty })
  expect(faulty.isDead).toBe(crash !== undefined)
  if (crash) {
    opened.journal.stop()
    await opened.abandon()
    const restored = await open(storage, clock)
    await crash.plant?.(restored, storage)
    opened = await goOn(restored, { scene, clock }, { ...crash, died })
  }
  const { state } = opened.engine
  expect(checkBooks(state)).toEqual([])
  expect(compareRows(await readRows(storage.database), state)).toEqual([])
  const saved = opened.engine.save()
  await opened.close()
  expect(opened.exchange.failure()).toBeUndefined()
  expect(await checkSums(storage.database)).toEqual([])
  return { state: saved, facts: await factsIn(storage), writes }
}

const open = (storage: Storage, clock: Clock): Promise<OpenedExchange> =>
  openExchange({
    storage,
    clock,
    log: { error: () => undefined, info: () => undefined },
    settings: {},
    place: "SAKER_DATA",
    rhythm: RHYTHM,
  })

interface Scenery {
  scene: CrashScene
  clock: SceneClock
  storage: Storage
  faulty: FaultyStorage
}

/** Answers the step in which the database died, and how many writes were done before each. */
async function playUntilDeath(
  opened: OpenedExchange,
  { scene, clock, storage, faulty }: Scenery,
): Promise<{ writes: number[]; died: number }> {
  const first = faulty.count
  const writes = [0]
  for (const [place, { waitMs, from = 0, command }] of scene.steps.entries()) {
    clock.time = Math.max(clock.time + waitMs, from)
    let isAnswered = false
    void opened.exchange.submit(command).then(() => {
      isAnswered = true
    })
    while (!faulty.isDead && !(isAnswered && (await isImaged(opened, { storage, faulty })))) await shortly()
    if (faulty.isDead) return { writes, died: place }
    writes.push(faulty.count - first)
  }
  return { writes, died: scene.steps.length }
}

/** Snapshots are written beside the commands: waited for, so that each write has one number. */
async function isImaged(
  { engine }: OpenedExchange,
  { storage, faulty }: Pick<Scenery, "storage" | "faulty">,
): Promise<boolean> {
  const { seq } = engine.state.log
  if (seq % RHYTHM.snapshotCommands !== 0) return true
  const found = storage.database.selectFrom("snapshots").select("seq").where("seq", "=", seq)
  return (await found.executeTakeFirst()) !== undefined && faulty.running === 0
}

const shortly = () => new Promise((resolve) => setTimeout(resolve, 1))

/** What is sent again when its answer is lost. */
const KEYED: ReadonlySet<Command["type"]> = new Set([
  ...(["order.place", "second.open", "withdraw.request", "ai.buy", "ai.withdraw"] as const),
])

/** The rest of the scene, by whoever knows what was kept. */
async function goOn(
  opened: OpenedExchange,
  { scene, clock }: Pick<Scenery, "scene" | "clock">,
  { died, downMs }: Crash & { died: number },
): Promise<OpenedExchange> {
  const { exchange, engine } = opened
  const kept = engine.state.log.seq
  expect([died, died + 1]).toContain(kept)
  if (downMs !== undefined) {
    clock.time += downMs
    await recover(opened, { scene, clock }, kept)
    // Nobody was told what became of it: its sender sends it again, with the same key, as long as keys are known (S12).
    const unanswered = downMs < KEYS_KNOWN_MS ? scene.steps[died]?.command : undefined
    if (kept > died && unanswered && KEYED.has(unanswered.type)) await exchange.submit(unanswered)
  }
  for (const [place, { waitMs, from = 0, command }] of scene.steps.entries()) {
    if (place < kept) continue
    if (place > died) clock.time = Math.max(clock.time + waitMs, from)
    await exchange.submit(command)
  }
  return opened
}

/** N6: ends where the next mark is the first that liquidates again. */
async function recover(
  { exchange, engine }: OpenedExchange,
  { scene, clock }: Pick<Scenery, "scene" | "clock">,
  kept: number,
): Promise<void> {
  await exchange.submit({ type: "clock.start", stopsPerCommand: 200, settlesContracts: true })
  for (const instrument of scene.instruments) await exchange.submit({ type: "instrument.set", instrument })
  const quote = scene.steps.slice(0, kept).findLast(({ command }) => command.type === "feed.quote")
  const isOver = () => {
    const { opening, liquidatesFrom = 0 } = engine.state.pauses
    const nextMark = (Math.floor(clock.time / 1_000) + 1) * 1_000
    return opening.length === 0 && nextMark >= liquidatesFrom
  }
  for (let step = 1; !isOver(); step += 1) {
    clock.time += RECOVERY_STEP_MS
    // The last one is older than a second when the scene goes on, so that its jump is believed (P1).
    const command: Command = step % QUOTE_EVERY === 1 && quote ? quote.command : { type: "clock.tick" }
    await exchange.submit(command)
  }
}

async function factsIn({ database }: Storage): Promise<ScenePlayed["facts"]> {
  const facts = {} as ScenePlayed["facts"]
  for (const table of FACTS) {
    const { rows } = await sql<Selectable<Tables[typeof table]>>`select * from ${sql.table(table)}`.execute(
      database,
    )
    facts[table] = rows.map((row) => ({ ...row })).sort(byPlace)
  }
  return facts
}

/** By whose they are and when they happened. */
const PLACE = [
  "account",
  "currency",
  "user_id",
  "instrument",
  "product",
  "number",
  "id",
  "seq",
  "n",
  "line",
  "time",
  "hour",
] as const
function byPlace(one: Record<string, unknown>, other: Record<string, unknown>): number {
  for (const name of PLACE) {
    const [a, b] = [one[name], other[name]]
    if (a === b || a === undefined || b === undefined) continue
    return (typeof a === "number" && typeof b === "number" ? a < b : String(a) < String(b)) ? -1 : 1
  }
  return 0
}

/** A pause moves when something happens, and the number of the command that it happens in; nothing else. */
const MOVED = ["seq", "time", "created", "updated", "opened", "sequence"]
const whatOf = (rows: readonly Record<string, unknown>[]) =>
  rows.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => !MOVED.includes(name))))

/** To the unit: who has what, and what each was told, in its order, without the moments of it. */
export function outcomeOf({ facts }: ScenePlayed): Record<string, unknown> {
  // What the house did among itself is netted by the minute, in as many journals as there were minutes.
  const { ledger_journals: _journals, ledger_entries: _entries, open_interests: _interests, ...rest } = facts
  return Object.fromEntries(Object.entries(rest).map(([table, rows]) => [table, whatOf(rows)]))
}
