/** Snapshots and hashes of the engine's state, and the command log that is kept behind the older snapshot. */

import { type Kysely, type Selectable, sql } from "kysely"
import { STATE_VERSION } from "#server/engine/versions.ts"
import type { Tables } from "./schema.ts"
import type { Storage } from "./storage.ts"

/** The newest may be damaged: then the one before it is read, with the command log behind it. */
const SNAPSHOTS_KEPT = 2

/** Commands are kept as long, engine time, even where snapshots follow each other fast: gateways that lag read them. */
const LOG_KEPT_MS = 30_000

export type SnapshotRow = Selectable<Tables["snapshots"]>
export type JournalRow = Selectable<Tables["journal"]>

/** Sequences of the snapshots that are there, the newest first. */
export async function snapshotSeqs(database: Kysely<Tables>): Promise<number[]> {
  const rows = await database.selectFrom("snapshots").select("seq").orderBy("seq", "desc").execute()
  return rows.map(({ seq }) => seq)
}

export const snapshotAt = (database: Kysely<Tables>, seq: number): Promise<SnapshotRow | undefined> =>
  database.selectFrom("snapshots").selectAll().where("seq", "=", seq).executeTakeFirst()

/** Hashes of the state behind a sequence, by sequence; those of other versions of the state left out. */
export async function stateHashesAfter(
  database: Kysely<Tables>,
  seq: number,
): Promise<Map<number, Uint8Array>> {
  const rows = await database
    .selectFrom("state_hashes")
    .select(["seq", "hash"])
    .where("seq", ">", seq)
    .where("version", "=", STATE_VERSION)
    .execute()
  return new Map(rows.map((row) => [row.seq, row.hash]))
}

/** How many hashes behind a sequence {@link stateHashesAfter} leaves out. */
export async function countHashesOfOtherVersions(database: Kysely<Tables>, seq: number): Promise<number> {
  const { count } = await database
    .selectFrom("state_hashes")
    .select(sql<string>`count(*)`.as("count"))
    .where("seq", ">", seq)
    .where("version", "!=", STATE_VERSION)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** The next batches behind a sequence, in order. */
export const journalAfter = (database: Kysely<Tables>, seq: number, limit: number): Promise<JournalRow[]> =>
  database
    .selectFrom("journal")
    .selectAll()
    .where("first_seq", ">", seq)
    .orderBy("first_seq")
    .limit(limit)
    .execute()

/** Keeps the hash of a state whose batch is kept; a writer that was replaced writes nothing. */
export async function saveStateHash(
  database: Kysely<Tables>,
  { term, seq, hash }: { term: number; seq: number; hash: Uint8Array },
): Promise<void> {
  await sql`insert into state_hashes (seq, version, hash)
    select ${seq}::int8, ${STATE_VERSION}::int4, ${hash}::bytea from engine_head where term = ${term}
    on conflict (seq) do nothing`.execute(database)
}

/** Keeps a snapshot, and lets go of what only older ones needed. */
export async function saveSnapshot(
  storage: Storage,
  { term, ...row }: SnapshotRow & { term: number },
): Promise<void> {
  await storage.database.transaction().execute(async (transaction) => {
    await sql`insert into snapshots (seq, time, hash, chain, state)
      select ${row.seq}::int8, ${row.time}::int8, ${row.hash}::bytea, ${row.chain}::bytea, ${row.state}::bytea
      from engine_head where term = ${term} on conflict (seq) do nothing`.execute(transaction)
    const kept = (await snapshotSeqs(transaction)).slice(0, SNAPSHOTS_KEPT)
    const oldest = kept.at(-1)
    if (oldest === undefined || kept.length < SNAPSHOTS_KEPT) return
    await transaction.deleteFrom("snapshots").where("seq", "<", oldest).execute()
    await transaction
      .deleteFrom("journal")
      .where("last_seq", "<=", oldest)
      .where("time", "<", row.time - LOG_KEPT_MS)
      .execute()
    await transaction.deleteFrom("state_hashes").where("seq", "<", oldest).execute()
  })
  // The embedded database gives room back only when it is told to; the tables are small.
  for (const table of ["journal", "snapshots", "state_hashes", "engine_head", "balances"])
    await storage.run(`vacuum ${table}`)
}
