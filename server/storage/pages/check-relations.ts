/** Has every page of the embedded database read by its thread, table by table, catalogs included. */

import { join } from "node:path"
import { type Kysely, sql } from "kysely"
import type { DatabaseThread } from "../database-thread.ts"
import type { Tables } from "../schema.ts"
import type { CheckPagesOptions } from "../storage.ts"
import type { RelationFile, TableFiles } from "./check-pages.ts"

/** Pages whose checksums are compared in one turn of the thread: some ten milliseconds. */
const PAGES_A_TURN = 1024

interface CheckedDatabase {
  database: Kysely<Tables>
  thread(): DatabaseThread
  /** Of the database. */
  folder: string
}

/**
 * Answers what is damaged or missing, in words; empty when all is well. Statements of others wait while what a table
 * and its indexes name is compared: 1 to 2 ms for each MB. Throws what the database says, where it can't even be asked.
 *
 * Not seen are pages of the free-space and visibility maps, which PostgreSQL makes anew, and the state of transactions
 * (`pg_xact`), which has no checksums.
 */
export async function checkRelations(
  { database, thread, folder }: CheckedDatabase,
  { onPart, isAlone = false }: CheckPagesOptions = {},
): Promise<string[]> {
  const tables = await tableFiles(database, folder)
  if (isAlone) {
    await sql`checkpoint`.execute(database)
    return await thread().damagedPages(tables)
  }
  const problems: string[] = []
  for (const [place, table] of tables.entries()) {
    onPart?.(place, tables.length)
    const changed: string[] = []
    for (const relation of [table, ...table.indexes])
      for (let from = 0, isLast = false; !isLast; from += PAGES_A_TURN) {
        const part = await thread().changedPages(relation, from, PAGES_A_TURN)
        changed.push(...part.problems)
        isLast = part.isLast
      }
    // What a changed page names means nothing.
    problems.push(
      ...(changed.length > 0 ? changed : await missingBehindCheckpoint(table, database, thread())),
    )
  }
  return problems
}

const missingBehindCheckpoint = (table: TableFiles, database: Kysely<Tables>, thread: DatabaseThread) =>
  // Nobody writes between the two: this holds the only connection.
  database.connection().execute(async (connection) => {
    await sql`checkpoint`.execute(connection)
    return await thread.missingPages(table)
  })

interface Relation {
  oid: number
  name: string
  kind: string
  path: string
  /** Of an index: its table. */
  table: number | null
  /** Of a table of long values: the table whose they are. */
  owner: string | null
}

export async function tableFiles(database: Kysely<Tables>, folder: string): Promise<TableFiles[]> {
  const { rows } = await sql<Relation>`
    select relation.oid::int8 as oid, relation.relkind as kind, pg_relation_filepath(relation.oid) as path,
      index.indrelid::int8 as table, owner.relname as owner,
      case when space.nspname in (current_schema(), 'pg_toast') then '' else space.nspname || '.' end
        || relation.relname as name
    from pg_class relation
      join pg_namespace space on space.oid = relation.relnamespace
      left join pg_index index on index.indexrelid = relation.oid
      left join pg_class owner on owner.reltoastrelid = relation.oid
    where relation.relkind in ('r', 't', 'm', 'S', 'i') and relation.relpersistence <> 't'
    order by relation.oid`.execute(database)
  const fileOf = ({ path }: Relation) => join(folder, path)
  const indexes = Map.groupBy(rows, ({ table }) => table)
  return rows
    .filter(({ table }) => table === null)
    .map((row) => ({
      name: nameOf(row),
      file: fileOf(row),
      isSequence: row.kind === "S",
      indexes: (indexes.get(row.oid) ?? []).map(
        (index): RelationFile => ({
          name: `index ${index.name}${row.owner ? ` of ${nameOf(row)}` : ""}`,
          file: fileOf(index),
        }),
      ),
    }))
}

function nameOf({ name, kind, owner }: Relation): string {
  if (owner !== null) return `the long values of table ${owner}`
  return kind === "S" ? `sequence ${name}` : `table ${name}`
}
