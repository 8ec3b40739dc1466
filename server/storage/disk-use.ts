/** Measures how much room the data takes: once a minute, so that asking for it costs nothing. */

import { lstat, readdir } from "node:fs/promises"
import { join } from "node:path"
import { type Kysely, sql } from "kysely"
import { repeat } from "./repeat.ts"
import type { Tables } from "./schema.ts"
import type { DiskUse } from "./storage.ts"

const MEASURE_EVERY_MS = 60_000

export interface DiskWatch {
  /** As last measured, up to a minute ago; undefined before the first time. */
  use(): DiskUse | undefined
  stop(): Promise<void>
}

/** What can't be measured leaves the figures of the last time. */
export function watchDisk(measure: () => Promise<DiskUse>): DiskWatch {
  let use: DiskUse | undefined
  const stop = repeat(MEASURE_EVERY_MS, async () => {
    use = await measure().catch(() => use)
  })
  return { use: () => use, stop }
}

/** Bytes of all files below a folder. Files that come and go meanwhile may be counted or not. */
export async function folderBytes(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  let bytes = 0
  for (const entry of entries) {
    if (!entry.isFile()) continue
    // One after another: a few hundred files once a minute need no haste, and leave the disk to the database.
    const file = await lstat(join(entry.parentPath, entry.name)).catch(() => undefined)
    bytes += file?.size ?? 0
  }
  return bytes
}

/** Bytes of a schema's tables on a PostgreSQL server, with their indexes and long values. */
export async function schemaBytes(database: Kysely<Tables>, schema: string): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(pg_total_relation_size(class.oid)), 0)::int8 as bytes
    from pg_class class join pg_namespace space on space.oid = class.relnamespace
    where space.nspname = ${schema} and class.relkind = 'r'`.execute(database)
  return rows[0]?.bytes ?? 0
}
