/** The file layer of the embedded database with PostgreSQL's forcing of writes, which PGlite leaves out. */

import { fdatasyncSync } from "node:fs"
import { NodeFS } from "@electric-sql/pglite/nodefs"

/** PGlite starts PostgreSQL with it: nothing is forced. */
const NO_FSYNC = "-F"
/** The one of PostgreSQL's ways that arrives at the file layer: `fdatasync` is answered before it gets there. */
const BY_FSYNC = ["-c", "wal_sync_method=fsync"]
/** What of Emscripten's module is used; PGlite's types leave it out. */
interface FileModule {
  NODEFS: {
    stream_ops: { fsync?: (stream: { nfd: number }) => number }
    tryFSOperation(operation: () => void): void
  }
}

type Init = NodeFS["init"]

/**
 * The files of an embedded database whose `fsync` reaches the disk: of the log at every commit, of pages at checkpoints,
 * of folders after a rename. A disk that refuses makes PostgreSQL stop, and what was being committed is not acknowledged.
 */
export class ForcedFiles extends NodeFS {
  override async init(...[database, options]: Parameters<Init>): ReturnType<Init> {
    const { emscriptenOpts } = await super.init(database, options)
    const force = (module: object) => {
      const { NODEFS } = module as FileModule
      NODEFS.stream_ops.fsync = ({ nfd }) => {
        NODEFS.tryFSOperation(() => fdatasyncSync(nfd))
        return 0
      }
    }
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), force] } }
  }
}

/** PostgreSQL's parameters, with its forcing of writes on. */
export const forcing = (parameters: readonly string[]): string[] => [
  ...parameters.filter((parameter) => parameter !== NO_FSYNC),
  ...BY_FSYNC,
]
