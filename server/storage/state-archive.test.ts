/** What a snapshot lets go of: commands that neither a start nor a gateway that lags may still need. */

import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { openStorage } from "./open-storage.ts"
import { journalAfter, saveSnapshot, snapshotSeqs } from "./state-archive.ts"
import type { Storage } from "./storage.ts"

const seedFile = join(import.meta.dirname, "../../dist/database/empty.tgz")
const TERM = 1
const HASH = new Uint8Array(32)

const folder = mkdtempSync(join(tmpdir(), "saker-archive-"))
let storage: Storage
beforeAll(async () => {
  storage = await openStorage({ data: folder, database: "archive", seedFile, databaseUrl: "" })
  await storage.database.deleteFrom("engine_head").execute()
  await storage.database
    .insertInto("engine_head")
    .values({ id: 1, term: TERM, seq: 0, time: 0, chain: HASH })
    .execute()
  // The first embedded database on a machine is made from nothing.
}, 180_000)
afterAll(async () => {
  await storage.close()
  rmSync(folder, { recursive: true, force: true })
})

/** One batch of one command, `seconds` of engine time after the beginning. */
const batch = (seq: number, seconds: number) =>
  storage.database
    .insertInto("journal")
    .values({ first_seq: seq, last_seq: seq, time: seconds * 1000, rules: 1, commands: HASH, chain: HASH })
    .execute()
const snapshot = (seq: number, seconds: number) =>
  saveSnapshot(storage, { term: TERM, seq, time: seconds * 1000, hash: HASH, chain: HASH, state: HASH })
const kept = async () => (await journalAfter(storage.database, 0, 100)).map(({ first_seq }) => first_seq)

test("commands stay half a minute behind the older of two snapshots, however fast these follow", async () => {
  for (let seq = 1; seq <= 6; seq += 1) await batch(seq, seq)
  for (const [seq, seconds] of [
    [2, 2],
    [4, 4],
    [6, 6],
  ] as const)
    await snapshot(seq, seconds)
  expect(await snapshotSeqs(storage.database)).toEqual([6, 4])
  expect(await kept()).toEqual([1, 2, 3, 4, 5, 6])

  await batch(7, 33)
  await snapshot(7, 33)
  // What is younger than 30 s stays, though both snapshots have it: 3 (30 s old to the millisecond) and later.
  expect([await snapshotSeqs(storage.database), await kept()]).toEqual([
    [7, 6],
    [3, 4, 5, 6, 7],
  ])

  await batch(8, 500)
  await snapshot(8, 500)
  // What a start from the older snapshot needs stays, however old.
  expect(await kept()).toEqual([8])
})
