/** Stopped at its n-th write to the disk, or without power there: everything acknowledged is there once, and the books balance. */

import { spawnSync } from "node:child_process"
import { cpSync, mkdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { sql } from "kysely"
import { afterAll, beforeAll, expect, test } from "vitest"
import { checkBooks } from "#server/engine/ledger/check-books.ts"
import { systemClock } from "#server/exchange/exchange.ts"
import { compareRows, readRows } from "#server/journal/compare-rows.ts"
import { openExchange } from "#server/start/open-exchange.ts"
import { openStorage } from "#server/storage/open-storage.ts"
import { type DiskEnd, diskAt, readRecord } from "#tests/support/disk-at-write.ts"
import { freshFolder, removeFolders } from "#tests/support/saker-process.ts"
import { SPOT } from "#tests/support/test-exchange.ts"

/** A dozen in `npm run verify`, half of them each way; `npm run chaos`: every write, both ways. */
const IS_ALL = process.env.SAKER_CRASH_WRITES === "all"
const STOPS = 12
const WITHIN_MS = 120_000
const ENDS: readonly DiskEnd[] = ["killed", "powerless"]
const quiet = { error: () => undefined, info: () => undefined }
const root = join(import.meta.dirname, "../..")

interface Answered {
  size: number
  place: number
  id?: number
  seq: number
}

const folder = freshFolder()
const data = join(folder, "data")
const [base, record, answersFile] = ["base", "record", "answers"].map((name) => join(folder, name)) as [
  string,
  string,
  string,
]
let steps: ReturnType<typeof readRecord>
let answers: Answered[]

/** Runs a scene in a process of its own. */
function play(act: "make" | "trade"): void {
  const { status, stderr } = spawnSync(
    process.execPath,
    ["--import", "./tests/support/recorded-disk.ts", "tests/support/disk-scene.ts", data, act, answersFile],
    { cwd: root, env: { ...process.env, ...(act === "trade" && { RECORDED: record }) }, encoding: "utf8" },
  )
  if (status !== 0) throw new Error(stderr)
}

beforeAll(() => {
  mkdirSync(data, { recursive: true })
  play("make")
  cpSync(join(data, "simulated-1"), base, { recursive: true })
  play("trade")
  steps = readRecord(record)
  answers = readFileSync(answersFile, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Answered)
}, 4 * WITHIN_MS)
afterAll(removeFolders)

/** Starts on what the disk had, and compares. */
async function checkAt(count: number, end: DiskEnd): Promise<void> {
  const at = join(folder, "at")
  mkdirSync(at, { recursive: true })
  diskAt({ base, steps, count, end, folder: join(at, "simulated-1") })
  // The last step was only half done: an answer that came behind it came behind the stop.
  const before = steps[count - 2]?.end ?? 0
  const acknowledged = answers.filter(({ size }) => size <= before)
  const storage = await openStorage({ data: at, database: "simulated-1", seedFile: "", databaseUrl: "" })
  try {
    const { engine, exchange, abandon } = await openExchange({
      ...{ storage, clock: systemClock, log: quiet, settings: {}, place: "SAKER_DATA" },
    })
    expect(engine.state.log.seq).toBeGreaterThanOrEqual(acknowledged.at(-1)?.seq ?? 0)
    expect(checkBooks(engine.state)).toEqual([])
    expect(compareRows(await readRows(storage.database), engine.state)).toEqual([])
    const { rows } = await sql<{ id: number; client_order_id: string }>`
      select id, client_order_id from orders order by id`.execute(storage.database)
    expect(new Set(rows.map((row) => row.client_order_id)).size).toBe(rows.length)
    const stored = new Map(rows.map((row) => [row.client_order_id, Number(row.id)]))
    for (const { place, id } of acknowledged)
      if (id !== undefined) expect(stored.get(`order-${place}`)).toBe(id)
    const next = await exchange.submit({ type: "order.cancel-all", account: "u1", instrument: SPOT })
    expect(next.ok).toBe(true)
    await abandon()
  } finally {
    await storage.close()
  }
}

const expected = IS_ALL ? "every write" : `${STOPS} writes`
test(
  `${expected}: what was answered is there, nothing twice, the books balance, and it goes on`,
  async () => {
    expect(answers.length).toBeGreaterThan(50)
    expect(steps.filter(({ step }) => step.do === "force").length).toBeGreaterThan(50)
    const first = steps.findIndex(({ end }) => end > (answers[0]?.size ?? 0))
    // From the first answer to the last; what a start and an end write belongs to them.
    const counts = IS_ALL
      ? Array.from({ length: steps.length }, (_, place) => place + 1)
      : Array.from(
          { length: STOPS },
          (_, turn) => first + Math.floor(((steps.length - first) * (turn + 0.5)) / STOPS),
        )
    for (const [turn, count] of counts.entries())
      for (const end of ENDS.filter((_, way) => IS_ALL || way === turn % 2)) {
        try {
          await checkAt(count, end)
        } catch (cause) {
          throw new Error(
            `step ${count} of ${steps.length}, ${end}: ${cause instanceof Error ? cause.message : cause}`,
            { cause },
          )
        }
      }
  },
  IS_ALL ? 24 * 3_600_000 : STOPS * WITHIN_MS,
)

test(
  "a disk that loses what was forced is noticed",
  async () => {
    const last = answers.at(-1)
    const count = steps.findIndex(({ end }) => end > (last?.size ?? 0))
    // As if nothing had been forced since the record began.
    const forgetful = steps.map((one) =>
      one.step.do === "force" ? { ...one, step: { do: "mkdir", path: "pg_wal" } as const } : one,
    )
    const kept = steps
    steps = forgetful
    await expect(checkAt(count, "powerless")).rejects.toThrow()
    steps = kept
  },
  WITHIN_MS,
)
