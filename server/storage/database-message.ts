/** Messages between the server and the database thread. */

import type { RelationFile, TableFiles } from "./pages/check-pages.ts"

/** Given to the thread at its start. */
export interface ThreadSetup {
  /** Folder of the database; made when it is not there. */
  folder: string
  /** Dump of an empty database, which saves the seconds of an initdb; made when it is not there. */
  seedFile: string
  /** Whether what is acknowledged survives a loss of power. */
  isForced: boolean
}

/** A statement that begins with it is read and planned once: for texts that come again and again and are few. */
export const KEPT_MARK = "/* kept */"

export type ThreadRequest =
  | { id: number; kind: "query"; sql: string; parameters: readonly unknown[] }
  /** Looks for pages with a wrong checksum; the one row is what `changedPages` answers. */
  | { id: number; kind: "changed-pages"; relation: RelationFile; from: number; count: number }
  /** Looks for pages that are missed; a row for each. */
  | { id: number; kind: "missing-pages"; table: TableFiles }
  /** Looks for both in all tables at once; a row for each page. */
  | { id: number; kind: "damaged-pages"; tables: readonly TableFiles[] }
  /** Copies the database into a folder that isn't there yet; the one row is what `copyDatabase` answers. */
  | { id: number; kind: "copy"; to: string }
  | { id: number; kind: "close" }

export type ThreadReply =
  | { kind: "ready" }
  /** It could not be opened; `detail` is what PostgreSQL said. */
  | { kind: "failed"; detail: string }
  | { kind: "rows"; id: number; rows: unknown[]; affected: number }
  /** `sqlState` is empty when the database itself broke: the thread must then be replaced. */
  | { kind: "error"; id: number; message: string; sqlState: string }
