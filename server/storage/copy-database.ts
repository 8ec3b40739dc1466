/** Copies the embedded database as a whole, in its own thread: what a start behind a kill would find. */

import { constants, cpSync } from "node:fs"
import type { PGlite } from "@electric-sql/pglite"

/** Where the copied database stands. */
export interface CopiedDatabase {
  /** The last command it holds, when it was done, and the hash over all up to it, as hex. */
  seq: number
  time: number
  chain: string
}

/**
 * Nothing writes meanwhile: PostgreSQL runs in this very thread, and the copying lets nothing else have its turn. File
 * systems that can share blocks (Btrfs, XFS) copy nothing.
 */
export async function copyDatabase(database: PGlite, from: string, to: string): Promise<CopiedDatabase> {
  await database.query("checkpoint")
  const { rows } = await database.query<CopiedDatabase>(
    "select seq, time, encode(chain, 'hex') as chain from engine_head",
  )
  cpSync(from, to, { recursive: true, mode: constants.COPYFILE_FICLONE })
  return rows[0] ?? { seq: 0, time: 0, chain: "" }
}
