/** What does the rest of the server see of the database? One interface, whether it is embedded or a PostgreSQL server. */

import type { Kysely } from "kysely"
import type { Tables } from "./schema.ts"

export interface StorageSettings {
  /** Data folder as set; the embedded database gets a folder of its own in it. */
  data: string
  /** One name a feed and seed, so that different histories never mix: a folder, or a schema of the server. */
  database: string
  /** Dump of an empty embedded database, kept beside the build. */
  seedFile: string
  /** Address of a PostgreSQL server; empty: the embedded database. May hold a password: never print it. */
  databaseUrl: string
}

export interface Storage {
  readonly database: Kysely<Tables>
  /** Runs a statement that can't be part of a transaction. */
  run(statement: string): Promise<void>
  /**
   * Makes ready to write: throws when it can't be done (the disk is full, the folder or the lock is gone, the server
   * is away) and brings back what had stopped.
   */
  prepare(): Promise<void>
  close(): Promise<void>
}

/** A storage just opened, before its tables are brought up to date. */
export interface OpenedStorage {
  storage: Storage
  /** Schema that the tables stand in; undefined: the database's only one. */
  schema: string | undefined
  /** Names the place to a person: what a start problem says. */
  place: string
  /** Looks at every page, where nobody else does. */
  checkPages(): Promise<void>
  /** Turns what the database said into a line that a person can act on; anything else is given back as it is. */
  explain(error: unknown): unknown
}
