/** The embedded database's write-ahead log stays short while much is written. */

import { mkdtempSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { sql } from "kysely"
import { afterAll, expect, test, vi } from "vitest"
import { openStorage } from "./open-storage.ts"
import type { Storage } from "./storage.ts"

const SEGMENT_BYTES = 16 * 1024 * 1024
/** Written in all: without checkpoints the log has sixteen segments by then. */
const WRITTEN_BYTES = 16 * SEGMENT_BYTES
/** What the log may ever have: between two looks a load like this writes as many segments as the machine is fast. */
const LOG_BYTES_MAX = 10 * SEGMENT_BYTES
/** What it comes back to: `max_wal_size`, and the segment that is being written. */
const LOG_BYTES_AFTER = 4 * SEGMENT_BYTES
const ROW_BYTES = 64_000
const ROWS_AT_ONCE = 8

const data = mkdtempSync(join(tmpdir(), "saker-checkpoints-"))
const seedFile = join(import.meta.dirname, "../../dist/database/empty.tgz")
afterAll(() => rmSync(data, { recursive: true, force: true }))

const logBytes = () =>
  readdirSync(join(data, "load/pg_wal")).filter((name) => /^[0-9A-F]{24}$/.test(name)).length * SEGMENT_BYTES

/** Answers the longest that the log ever was, bytes. */
async function load({ database, run }: Storage): Promise<number> {
  await run("create table load (id serial primary key, body text)")
  await run("alter table load alter column body set storage external")
  let longest = 0
  for (let written = 0; written < WRITTEN_BYTES; written += ROWS_AT_ONCE * ROW_BYTES) {
    await sql`
      insert into load (body)
      select repeat(md5(random()::text), ${ROW_BYTES / 32}::int) from generate_series(1, ${ROWS_AT_ONCE}::int)`.execute(
      database,
    )
    longest = Math.max(longest, logBytes())
  }
  return longest
}

test("the log stays short while segments and segments are written, and comes back to its size", {
  timeout: 120_000,
}, async () => {
  const storage = await openStorage({ data, database: "load", seedFile, databaseUrl: "" })
  const begin = await logPosition(storage)
  expect(await load(storage)).toBeLessThanOrEqual(LOG_BYTES_MAX)
  expect((await logPosition(storage)) - begin).toBeGreaterThanOrEqual(WRITTEN_BYTES)
  await vi.waitFor(() => expect(logBytes()).toBeLessThanOrEqual(LOG_BYTES_AFTER), 10_000)
  await vi.waitFor(() => expect(storage.disk()).toBeDefined(), 10_000)
  expect(storage.disk()).toEqual({
    bytes: expect.any(Number),
    logBytes: expect.any(Number),
    freeBytes: expect.any(Number),
  })
  await storage.close()
})

async function logPosition({ database }: Storage): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::int8 as bytes`.execute(database)
  return rows[0]?.bytes ?? 0
}
