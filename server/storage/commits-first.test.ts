/** A batch of the command log doesn't wait behind what others read, and what others read doesn't wait for ever. */

import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { sql } from "kysely"
import { afterAll, describe, expect, test } from "vitest"
import { freshDatabase, LEFT_OUT, postgresIsThere } from "#tests/support/postgres.ts"
import { openStorage } from "./open-storage.ts"
import type { Storage } from "./storage.ts"
import { ConnectionTurns } from "./thread-dialect.ts"

const READS = 24
/** Of PostgreSQL's pool, all at once. */
const AT_ONCE = 8
/** Long enough that some of them are still to come when the batch does. */
const slowRead = sql`select count(*) from generate_series(1, 300000)`

const root = mkdtempSync(join(tmpdir(), "saker-first-"))
const seedFile = join(import.meta.dirname, "../../dist/database/empty.tgz")
afterAll(() => rmSync(root, { recursive: true, force: true }))

/** How many of the reads that were asked for before a batch had ended when it had. */
async function endedBefore(storage: Storage): Promise<number> {
  let ended = 0
  const reads = Array.from({ length: READS }, async () => {
    await slowRead.execute(storage.database)
    ended += 1
  })
  await sql`select 1`.execute(storage.commits)
  const before = ended
  await Promise.all(reads)
  return before
}

test("in the embedded database it comes behind the one read that is under way", async () => {
  const storage = await openStorage({ data: root, database: "simulated-1", seedFile, databaseUrl: "" })
  try {
    expect(await endedBefore(storage)).toBeLessThanOrEqual(1)
  } finally {
    await storage.close()
  }
})

if (!postgresIsThere) test.skip(`on PostgreSQL: ${LEFT_OUT}`, () => undefined)
else
  test("on PostgreSQL it has a connection of its own", async () => {
    const { url, drop } = await freshDatabase()
    const storage = await openStorage({ data: root, database: "simulated-1", seedFile, databaseUrl: url })
    try {
      expect(await endedBefore(storage)).toBeLessThanOrEqual(AT_ONCE)
    } finally {
      await storage.close()
      await drop()
    }
  })

describe("turns on one connection", () => {
  test("are given in order, those that go first before the others, and a batch after a batch lets one between", async () => {
    const turns = new ConnectionTurns()
    const told: string[] = []
    const hold = async (name: string, isFirst: boolean) => {
      await turns.take(isFirst)
      told.push(name)
      await Promise.resolve()
      turns.giveBack()
    }
    const batches = async () => {
      await hold("batch 1", true)
      await hold("batch 2", true)
    }
    const begun = hold("read 1", false)
    await Promise.all([begun, hold("read 2", false), hold("read 3", false), batches()])
    expect(told).toEqual(["read 1", "batch 1", "read 2", "batch 2", "read 3"])
  })

  test("a connection that nobody holds is had at once, and by one alone", async () => {
    const turns = new ConnectionTurns()
    let holding = 0
    let most = 0
    const hold = async () => {
      await turns.take(false)
      holding += 1
      most = Math.max(most, holding)
      await new Promise((resolve) => setTimeout(resolve, 0))
      holding -= 1
      turns.giveBack()
    }
    await Promise.all(Array.from({ length: 10 }, hold))
    await hold()
    expect(most).toBe(1)
  })
})
