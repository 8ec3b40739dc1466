/** Keeps the embedded database's write-ahead log short, by the checkpoints that nobody else asks for. */

import { type Kysely, sql } from "kysely"
import { repeat } from "./repeat.ts"
import type { Tables } from "./schema.ts"

/**
 * Log since the last checkpoint that makes another due: one segment. More would hardly make a checkpoint longer (it
 * writes no more pages than `shared_buffers` holds), but a start after a kill; less would make more log, because the
 * first change of each page after a checkpoint is logged as the whole page.
 */
const CHECKPOINT_BYTES = 16 * 1024 * 1024
/** Where little is written: a start after a kill has no more than this to do again. */
const CHECKPOINT_MS = 10 * 60_000
/** A look takes half a millisecond. */
const LOOK_MS = 500

export interface Checkpoints {
  /** Why the log can't be shortened at the moment; undefined while it can. */
  failure(): string | undefined
  /** Resolves when no look is at work in the database any more. */
  stop(): Promise<void>
}

/**
 * In single-user mode, as the embedded database runs, PostgreSQL has no checkpointer: in spite of `max_wal_size` its
 * log would grow until the next start. So we look how much was logged, and ask for a `CHECKPOINT`. It removes the
 * segments that nobody needs any more or renames them for what comes; one is enough to come back to `max_wal_size`.
 *
 * It takes its turn at the connection like every statement: right behind the batch that is being written, never inside
 * a transaction. After 8 to 60 MB of log it took 10 to 80 ms (160 at worst, on a machine with other work), in the
 * database's thread: the engine goes on applying meanwhile (R1), and its next batch takes what has gathered. At the
 * defaults that is once in some six minutes.
 */
export function keepLogShort(database: Kysely<Tables>): Checkpoints {
  let failure: string | undefined
  let last = performance.now()
  const look = async () => {
    try {
      const now = performance.now()
      const isDue = now - last >= CHECKPOINT_MS || (await loggedBytes(database)) >= CHECKPOINT_BYTES
      if (isDue) {
        await sql`checkpoint`.execute(database)
        last = now
      }
      failure = undefined
    } catch (error) {
      // Nothing is lost: the log only stays longer, and the next look tries again. A thread that broke is replaced
      // before the next write.
      failure = (error instanceof Error ? error.message : String(error)).split("\n")[0]
    }
  }
  return { failure: () => failure, stop: repeat(LOOK_MS, look) }
}

/** Bytes that a start after a kill would have to do again: what was logged since the last checkpoint began. */
async function loggedBytes(database: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn)::int8 as bytes
    from pg_control_checkpoint()`.execute(database)
  return rows[0]?.bytes ?? 0
}
