/** Restores a backup into a new data folder, to its end or to a moment, and verifies what came of it. */

import { cp, mkdir, readdir } from "node:fs/promises"
import { join } from "node:path"
import { sql } from "kysely"
import {
  BackupProblem,
  checkFiles,
  commandFiles,
  type Manifest,
  readBatches,
  readManifest,
} from "../backup/backup-files.ts"
import { replayCommands } from "../backup/replay-commands.ts"
import type { Engine } from "../engine/engine.ts"
import { checkBooks } from "../engine/ledger/check-books.ts"
import { userIdOf } from "../engine/ledger/ledger-account.ts"
import { systemClock } from "../exchange/exchange.ts"
import { PositionRecords, withPositionRecords } from "../exchange/position-records.ts"
import { compareRows, readRows } from "../journal/compare-rows.ts"
import { Journal, takeTerm } from "../journal/journal.ts"
import { restoreEngine } from "../journal/restore.ts"
import { forceFolder } from "../storage/force-path.ts"
import { openStorage } from "../storage/open-storage.ts"
import { recordedPositions } from "../storage/recorded-positions.ts"
import type { Storage } from "../storage/storage.ts"
import { seedFile } from "./begin-start.ts"
import { restorableEngine } from "./open-exchange.ts"

export interface RestoreAsk {
  /** Folder of the backup. */
  backup: string
  /** New data folder: not there yet, or empty. */
  data: string
  /** Epoch ms; left out: all that the backup holds. */
  to?: number
}

export interface RestoredBackup {
  /** The last command that the new folder holds, and when it was done. */
  seq: number
  time: number
  /** Commands that were done again. */
  replayed: number
  /** Accounts of people who registered behind the whole copy: their money is there, their login isn't. */
  strangers: string[]
  /** What differs, in words; empty when all is well. */
  differences: string[]
}

const silent = { error: () => undefined, info: () => undefined }

/** @throws BackupProblem in words for the operator; the new folder is then of no use */
export async function restoreBackup({
  backup,
  data,
  to = Number.POSITIVE_INFINITY,
}: RestoreAsk): Promise<RestoredBackup> {
  const manifest = await readManifest(backup)
  if (!manifest) throw new BackupProblem(`${backup} is no backup: it has no manifest`)
  if (to < manifest.time)
    throw new BackupProblem(`the copy is of ${new Date(manifest.time).toISOString()}: take an earlier backup`)
  await checkFiles(backup, manifest)
  await mkdir(data, { recursive: true, mode: 0o700 })
  if ((await readdir(data)).length > 0) throw new BackupProblem(`${data} holds something already`)
  for (const name of new Set(manifest.files.map(({ path }) => path.split("/")[0] ?? "")))
    await cp(join(backup, name), join(data, name), { recursive: true })
  await forceFolder(data)
  const { database } = manifest
  const storage = await openStorage({ data, database, seedFile, databaseUrl: "", isForced: true })
  try {
    return await replay(storage, backup, manifest, to)
  } finally {
    await storage.close()
  }
}

async function replay(
  storage: Storage,
  backup: string,
  { seq, chain, indexWeights }: Manifest,
  to: number,
): Promise<RestoredBackup> {
  const weights = new Map(indexWeights.map(([name, weight]) => [name, BigInt(weight)]))
  const head = await takeTerm(storage)
  if (head.seq !== seq || Buffer.from(head.chain).toString("hex") !== chain)
    throw new BackupProblem(`the copied database ends at command ${head.seq}, the manifest says ${seq}`)
  const create = () => restorableEngine({ indexWeights: weights })
  const { engine } = await restoreEngine({ storage, head, create, log: silent })
  const records = new PositionRecords(await recordedPositions(storage))
  const journal = new Journal({ storage, clock: systemClock, log: silent, head })
  let replayed = 0
  for (const { path } of await commandFiles(backup)) {
    const parts = { engine: withPositionRecords(engine.engine, records), journal }
    replayed += await replayCommands(await readBatches(path), parts, to)
  }
  const { state } = engine.engine
  const differences = [...checkBooks(state), ...compareRows(await readRows(storage.database), state)]
  const strangers = await leaveOutIds(storage, engine.engine)
  return { seq: journal.head.seq, time: journal.head.time, replayed, strangers, differences }
}

/** Numbers of people who registered behind the copy are given to nobody: the next one would find their money. */
async function leaveOutIds({ database }: Storage, { state }: Engine): Promise<string[]> {
  const known = new Set(
    (await database.selectFrom("users").select("id").execute()).map(({ id }) => Number(id)),
  )
  const ids = state.ledger.accounts().flatMap(({ id }) => userIdOf(id) ?? [])
  const last = Math.max(0, ...ids, ...known)
  await sql`select setval(pg_get_serial_sequence('users', 'id'), ${Math.max(1, last)})`.execute(database)
  return ids.filter((id) => !known.has(id)).map((id) => `u${id}`)
}
