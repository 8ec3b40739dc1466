/** Are a user's rows from one moment to another found whole, and without reading the others? */

import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { sql } from "kysely"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { freshDatabase, LEFT_OUT, postgresIsThere } from "#tests/support/postgres.ts"
import { openStorage } from "./open-storage.ts"
import type { Storage } from "./storage.ts"
import { isBackwards, TIMED, type TimeRange, withinTimes } from "./time-range.ts"

const seedFile = join(import.meta.dirname, "../../dist/database/empty.tgz")
const KINDS = ["the embedded database", ...(postgresIsThere ? ["a PostgreSQL server"] : [])]
if (!postgresIsThere) test.skip(`a PostgreSQL server: ${LEFT_OUT}`, () => undefined)

const ADA = 1
const EVE = 2
const ROWS = 20_000
/** Sequences and times of the rows below: gaps in both, several rows of one command, commands of one moment. */
const seqOf = (row: number) => Math.floor(row / 3) * 7 + 1000
const timeOf = (row: number) => 1_785_000_000_000 + Math.floor(row / 12) * 5000

describe.each(KINDS)("on %s", (kind) => {
  const folder = mkdtempSync(join(tmpdir(), "saker-times-"))
  let storage: Storage
  let drop = async () => undefined as undefined
  beforeAll(async () => {
    const server = kind === "a PostgreSQL server" ? await freshDatabase() : undefined
    if (server) drop = () => server.drop().then(() => undefined)
    storage = await openStorage({
      data: folder,
      database: "simulated-1",
      seedFile,
      databaseUrl: server?.url ?? "",
    })
    for (const user of [ADA, EVE])
      await sql`
        insert into bill (user_id, seq, n, time, wallet, currency, kind, amount, balance, reference, instrument)
        select ${user}, (row / 3) * 7 + 1000 + ${user - 1}, row % 3, 1785000000000 + (row / 12) * 5000,
          'funding', 'USDT', 'trade', 1, 1, '', '' from generate_series(0, ${ROWS - 1}) row`.execute(
        storage.database,
      )
    await sql`analyze bill`.execute(storage.database)
    // The first embedded database on a machine is made from nothing.
  }, 180_000)
  afterAll(async () => {
    await storage.close()
    await drop()
    rmSync(folder, { recursive: true, force: true })
  })

  const found = (range: TimeRange) =>
    storage.database
      .selectFrom("bill")
      .select(["seq", "n"])
      .where("user_id", "=", ADA)
      .where(withinTimes(TIMED.bill, ADA, range))
      .orderBy("seq")
      .orderBy("n")
      .limit(ROWS)
  const expected = ({ from = 0, to = Number.MAX_SAFE_INTEGER }: TimeRange) =>
    Array.from({ length: ROWS }, (_, row) => row)
      .filter((row) => timeOf(row) >= from && timeOf(row) <= to)
      .map((row) => ({ seq: seqOf(row), n: row % 3 }))

  const first = timeOf(0)
  const last = timeOf(ROWS - 1)
  test.each<[string, TimeRange]>([
    ["no range", {}],
    ["all of it", { from: first, to: last }],
    ["from the last moment", { from: last }],
    ["to the first moment", { to: first }],
    ["before everything", { to: first - 1 }],
    ["after everything", { from: last + 1 }],
    ["one moment", { from: timeOf(6000), to: timeOf(6000) }],
    ["between two moments", { from: timeOf(6000) + 1, to: timeOf(6012) - 1 }],
    ["from between two moments", { from: timeOf(6000) + 1, to: timeOf(9000) + 1 }],
  ])("%s gives exactly what lies in it", async (_, range) => {
    expect(await found(range).execute()).toEqual(expected(range))
  })

  test("whoever has no rows is given none", async () => {
    const query = storage.database.selectFrom("bill").select("seq").where("user_id", "=", 3)
    expect(await query.where(withinTimes(TIMED.bill, 3, { from: first, to: last })).execute()).toEqual([])
  })

  test("a short range long ago doesn't read what came since", async () => {
    const range = { from: timeOf(300), to: timeOf(360) }
    const plan = await found(range).orderBy("seq").explain<{ "QUERY PLAN": string }>("text", sql`analyze`)
    const text = plan.map((line) => line["QUERY PLAN"]).join("\n")
    expect(text).not.toContain("Seq Scan on bill")
    const removed = [...text.matchAll(/Rows Removed by Filter: (\d+)/g)].map(([, count]) => Number(count))
    expect(Math.max(0, ...removed), text).toBeLessThan(10)
  })
})

test("a range is backwards where it has both ends and none can lie between", () => {
  expect([{}, { from: 5 }, { to: 5 }, { from: 5, to: 5 }, { from: 6, to: 5 }].map(isBackwards)).toEqual([
    false,
    false,
    false,
    false,
    true,
  ])
})
