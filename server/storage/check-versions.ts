/** Checks, before anything is changed, whether this release may open the stored data. */

import { sql } from "kysely"
import { RULES_VERSION } from "#server/engine/versions.ts"
import { StartProblem } from "#server/settings/start-problem.ts"
import { FORMAT } from "./schema.ts"
import type { OpenedStorage } from "./storage.ts"

/** A database whose versions are looked at. */
export type VersionedPlace = Pick<OpenedStorage, "schema" | "place"> & {
  storage: Pick<OpenedStorage["storage"], "database">
}

/** Where kysely notes what was migrated. */
export const MIGRATION_TABLE = "kysely_migration"
/** Rules of the first releases, whose command log doesn't name them. */
const RULES_UNNAMED = 1

/** What a start wants to know of the tables that are there. A look at all of the catalogs takes a third of a second. */
export interface KnownTables {
  names: ReadonlySet<string>
  /** Does the command log say by which rules each batch was done? */
  logNamesRules: boolean
}

export async function readKnownTables({ storage, schema }: VersionedPlace): Promise<KnownTables> {
  const { rows } = await sql<{ name: string; rules: boolean }>`
    select relation.relname as name, exists (
      select from pg_attribute where attrelid = relation.oid and attname = 'rules' and not attisdropped) as rules
    from pg_class relation join pg_namespace space on space.oid = relation.relnamespace
    where space.nspname = coalesce(${schema ?? null}::text, current_schema())
      and relation.relkind = 'r' and relation.relname in ('meta', 'journal', ${sql.lit(MIGRATION_TABLE)})`.execute(
    storage.database,
  )
  return {
    names: new Set(rows.map(({ name }) => name)),
    logNamesRules: rows.some(({ name, rules }) => name === "journal" && rules),
  }
}

/** Throws a {@link StartProblem} that says what to do; reads only, so that the release that wrote it still opens it. */
export async function checkVersions(opened: VersionedPlace, known: KnownTables): Promise<void> {
  const problem = (await formatProblem(opened, known)) ?? (await rulesProblem(opened, known))
  if (problem) throw problem
}

/** A newer release has written there; undefined: none has. */
export async function formatProblem(
  { storage: { database }, place }: VersionedPlace,
  { names }: KnownTables,
): Promise<StartProblem | undefined> {
  if (!names.has("meta")) return undefined
  const row = await database.selectFrom("meta").select("value").where("key", "=", "format").executeTakeFirst()
  if (Number(row?.value ?? FORMAT) <= FORMAT) return undefined
  return new StartProblem(
    `${place} was written by a newer Saker (data format ${row?.value}, this one reads up to ${FORMAT}); allowed: one of this version or older`,
  )
}

/**
 * The start will replay the commands behind the newest snapshot; those of another rules version might have another
 * outcome now. There are none behind a clean stop, which keeps a snapshot.
 */
export async function rulesProblem(
  { storage: { database }, place }: VersionedPlace,
  { names, logNamesRules }: KnownTables,
): Promise<StartProblem | undefined> {
  if (!names.has("journal")) return undefined
  const rules = logNamesRules ? sql`rules` : sql.lit(RULES_UNNAMED)
  const { rows } = await sql<{ rules: number }>`
    select distinct ${rules} as rules from journal
    where last_seq > (select coalesce(max(seq), 0) from snapshots)`.execute(database)
  const other = rows.find((row) => row.rules !== RULES_VERSION)
  if (!other) return undefined
  return new StartProblem(
    `${place} was not stopped cleanly by another release, whose last commands this one can't replay (rules version ${other.rules}, this one has ${RULES_VERSION}); nothing was changed. Start that release once more, stop it cleanly (Ctrl-C or SIGTERM), then start this one`,
  )
}
