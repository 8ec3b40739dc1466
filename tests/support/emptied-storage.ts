/** A storage that a file of tests opens once: opening one takes seconds of the machine, emptying it a moment. */

import { sql } from "kysely"
import type { Storage } from "#server/storage/storage.ts"

/** Leaves only the tables, as they are in a new storage; an exchange on it must have been stopped. */
export async function emptyStorage({ database }: Storage): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables
    where schemaname = current_schema() and tablename not like 'kysely%'`.execute(database)
  await sql`truncate ${sql.join(rows.map(({ name }) => sql.table(name)))}`.execute(database)
}
