/** Where lists of what a user has done are read. */

import type { Kysely } from "kysely"
import type { Tables } from "./schema.ts"

export interface HistoryReads {
  /** Answers what `run` reads of this user's rows; `run` writes nothing and may be asked twice. */
  read<T>(userId: number, run: (database: Kysely<Tables>) => Promise<T>): Promise<T>
}

/** From the database that is written. */
export const readsOf = (database: Kysely<Tables>): HistoryReads => ({ read: (_userId, run) => run(database) })
