/** The interface of the storage, the same for the embedded database and a PostgreSQL server. */

import type { Kysely } from "kysely"
import type { CopiedDatabase } from "./copy-database.ts"
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
  /**
   * True: the embedded database forces onto the disk what it acknowledges. Left out, as by tests: the system decides when
   * writes reach the disk, and a loss of power loses some.
   */
  isForced?: boolean
}

/** Room that the data takes. */
export interface DiskUse {
  /** Bytes of the database, indexes and log included. */
  bytes: number
  /** Of these the write-ahead log; where it is ours to look after. */
  logBytes?: number
  /** Bytes left where it lies; on a PostgreSQL server nobody tells us. */
  freeBytes?: number
  /** Why the write-ahead log can't be shortened at the moment. */
  problem?: string
}

export interface CheckPagesOptions {
  /** Hears how many tables were read, of how many. */
  onPart?: (done: number, of: number) => void
  /** Nobody else uses the database yet: it is quicker then. */
  isAlone?: boolean
}

export interface Storage {
  readonly database: Kysely<Tables>
  /** The same for batches of the command log alone: they go before everyone else who waits for a connection. */
  readonly commits: Kysely<Tables>
  /** Runs a statement that can't be part of a transaction. */
  run(statement: string): Promise<void>
  /**
   * Makes ready to write: throws when it can't be done (the disk is full, the folder or the lock is gone, the server
   * is away) and brings back what had stopped.
   */
  prepare(): Promise<void>
  /** Room that the data takes, as measured within the last minute; undefined before the first time. */
  disk(): DiskUse | undefined
  /**
   * Reads every page of tables, long values and indexes while others work. Answers what is damaged or missing, in words;
   * a PostgreSQL server's own checksums and backups look after its pages, so there the answer is empty.
   */
  checkPages(options?: CheckPagesOptions): Promise<string[]>
  /** Copies the embedded database as it stands; a PostgreSQL server has backups of its own. */
  copyTo?(folder: string): Promise<CopiedDatabase>
  /** Names of the servers that wait for this one's end; left out where no other can take over. */
  standbys?(): Promise<string[]>
  close(): Promise<void>
}

/** A storage just opened, before its tables are brought up to date. */
export interface OpenedStorage {
  storage: Storage
  /** Schema that the tables stand in; undefined: the database's only one. */
  schema: string | undefined
  /** Names the place to a person: what a start problem says. */
  place: string
  /** Ends whoever reads the tables in a transaction of their own, where others may: they are changed next. */
  endReaders?(): Promise<void>
  /** Reads every page, where nobody else does and it takes no longer than a start may. Throws a StartProblem. */
  checkAtStart(): Promise<void>
  /** Turns what the database said into a line that a person can act on; anything else is given back as it is. */
  explain(error: unknown): unknown
}
