/** Takes a backup of a running server: everything at first, afterwards the commands since. */

import { cp, mkdir, readdir, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { unpackCommands } from "../journal/command-codec.ts"
import { forceFolder, renameForced } from "../storage/force-path.ts"
import { writePrivate } from "../storage/private-file.ts"
import { journalAfter } from "../storage/state-archive.ts"
import type { Storage } from "../storage/storage.ts"
import {
  BackupProblem,
  commandFiles,
  commandsName,
  filesIn,
  MANIFEST,
  manifestOf,
  readManifest,
  type SavedBatch,
} from "./backup-files.ts"

/** Batches read at a time. */
const PAGE = 200
/** Pictures of documents and of users. */
const PICTURES = "pictures"
/** The door of the running server: the next one makes its own. */
const DOOR_FILE = "operator.json"

export interface BackupParts {
  storage: Storage
  /** Data folder of the server. */
  data: string
  /** Folder of the database in it. */
  database: string
  indexWeights: ReadonlyMap<string, bigint>
}

export interface Backup {
  isWhole: boolean
  fromSeq: number
  seq: number
  time: number
  bytes: number
}

/** @throws BackupProblem where the folder holds something else, or what it would need is no longer there */
export async function takeBackup(parts: BackupParts, folder: string): Promise<Backup> {
  const manifest = await readManifest(folder)
  return manifest ? await addCommands(parts, folder, manifest) : await copyWhole(parts, folder)
}

async function copyWhole(
  { storage, data, database, indexWeights }: BackupParts,
  folder: string,
): Promise<Backup> {
  if (!storage.copyTo)
    throw new BackupProblem("the data is on a PostgreSQL server: use that server's backups")
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if ((await readdir(folder)).length > 0) throw new BackupProblem(`${folder} holds something else`)
  // First: a picture that comes meanwhile is in neither or in the pictures alone, and then nobody names it.
  const { seq, time, chain } = await storage.copyTo(join(folder, database))
  for (const name of await namesBeside(data))
    await cp(join(data, name), join(folder, name), { recursive: true })
  const files = await filesIn(folder)
  await forceFolder(folder)
  const weights = [...indexWeights].map(([name, weight]): [string, string] => [name, String(weight)])
  const manifest = manifestOf({ database, seq, time, chain, indexWeights: weights, files })
  await writePrivate(folder, MANIFEST, manifest)
  return { isWhole: true, fromSeq: seq, seq, time, bytes: files.reduce((sum, { bytes }) => sum + bytes, 0) }
}

/** What belongs to the database and lies beside it: pictures, and secrets such as the phrase that addresses come from. */
const namesBeside = async (data: string): Promise<string[]> =>
  (await readdir(data)).filter((name) => name === PICTURES || (name.endsWith(".json") && name !== DOOR_FILE))

async function addCommands(
  { storage }: BackupParts,
  folder: string,
  manifest: { seq: number; time: number },
): Promise<Backup> {
  const first = ((await commandFiles(folder)).at(-1)?.last ?? manifest.seq) + 1
  const lines: string[] = []
  let { time } = manifest
  let last = first - 1
  for (;;) {
    const rows = await journalAfter(storage.database, last, PAGE)
    for (const { first_seq, last_seq, rules, chain, commands } of rows) {
      if (first_seq !== last + 1)
        throw new BackupProblem(
          `commands ${last + 1} to ${first_seq - 1} are no longer there: make a whole copy`,
        )
      time = unpackCommands(first_seq, commands).at(-1)?.time ?? time
      const batch: SavedBatch = {
        ...{ first: first_seq, last: last_seq, time, rules },
        ...{ chain: Buffer.from(chain).toString("hex"), commands: Buffer.from(commands).toString("base64") },
      }
      lines.push(JSON.stringify(batch))
      last = last_seq
    }
    if (rows.length < PAGE) break
  }
  if (lines.length === 0) return { isWhole: false, fromSeq: first, seq: last, time, bytes: 0 }
  const text = `${lines.join("\n")}\n`
  const file = join(folder, commandsName(first, last))
  await writeFile(`${file}.new`, text, { mode: 0o600 })
  await renameForced(`${file}.new`, file)
  return { isWhole: false, fromSeq: first, seq: last, time, bytes: text.length }
}
