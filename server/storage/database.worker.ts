/** The thread that the embedded database runs in, so that a long statement never delays the market. */

import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { flushCompileCache } from "node:module"
import { dirname } from "node:path"
import { parentPort, workerData } from "node:worker_threads"
import { PGlite, types } from "@electric-sql/pglite"
import { copyDatabase } from "./copy-database.ts"
import { KEPT_MARK, type ThreadReply, type ThreadRequest, type ThreadSetup } from "./database-message.ts"
import { forceFolder, forcePath } from "./force-path.ts"
import { ForcedFiles, forcing } from "./forced-files.ts"
import { KeptStatements } from "./kept-statements.ts"
import { changedPages, damagedPages, missingPages } from "./pages/check-pages.ts"
import { readWhole } from "./read-whole.ts"

/**
 * PostgreSQL would let its log grow to a gigabyte; ours writes little and may stay small. It would also fill 128 MB
 * of memory at every start, which costs a second and is never used.
 */
const SMALL = ["-c", "max_wal_size=48MB", "-c", "min_wal_size=32MB", "-c", "shared_buffers=16MB"]
/** Lines of PostgreSQL's own log that are kept to explain why it did not start. */
const LOG_LINES_MAX = 20

const setup = workerData as ThreadSetup
const port = parentPort
if (!port) throw new Error("this file runs as a thread")

const reply = (message: ThreadReply) => port.postMessage(message)
const lines: string[] = []
const keepLine = (text: string) => {
  lines.push(text.trim())
  if (lines.length > LOG_LINES_MAX) lines.shift()
  return true // handled: not printed
}

const open = async (folder: string, seed?: Blob): Promise<PGlite> => {
  const parameters = [...PGlite.defaultStartParams, ...SMALL]
  const database = new PGlite({
    ...(setup.isForced
      ? { fs: new ForcedFiles(folder), startParams: forcing(parameters) }
      : { dataDir: folder, startParams: parameters }),
    onStderr: keepLine,
    onStdout: keepLine,
    parsers: { [types.INT8]: readWhole },
    ...(seed ? { loadDataDir: seed } : {}),
  })
  await database.waitReady
  return database
}

/**
 * Opens the database, or makes an empty one. While it is made a mark lies beside the folder: what a killed start left
 * half-way is thrown away by the next, and never looks like a database.
 */
async function openOrMake(folder: string): Promise<PGlite> {
  const mark = `${folder}.making`
  if (existsSync(mark)) rmSync(folder, { recursive: true, force: true })
  else if (existsSync(folder)) return await open(folder)
  mkdirSync(dirname(folder), { recursive: true })
  writeFileSync(mark, "")
  const seed = existsSync(setup.seedFile) ? new Blob([readFileSync(setup.seedFile)]) : undefined
  const database = await open(folder, seed)
  if (!seed) await keepSeed(database)
  // Until all of it is on the disk it counts as never made; a mark that came back would throw away what came later.
  if (setup.isForced) await forceFolder(folder)
  rmSync(mark)
  if (setup.isForced) await forcePath(dirname(folder))
  return database
}

/** Best effort: without the dump the next first start is slower, nothing more. */
async function keepSeed(database: PGlite): Promise<void> {
  const draft = `${setup.seedFile}.${process.pid}`
  try {
    mkdirSync(dirname(setup.seedFile), { recursive: true })
    const dump = await database.dumpDataDir("gzip")
    writeFileSync(draft, Buffer.from(await dump.arrayBuffer()))
    renameSync(draft, setup.seedFile)
  } catch {
    rmSync(draft, { force: true })
  }
}

async function answer(database: PGlite, kept: KeptStatements, request: ThreadRequest): Promise<void> {
  try {
    if (request.kind === "close") {
      await database.close()
      reply({ kind: "rows", id: request.id, rows: [], affected: 0 })
      port?.close()
      return
    }
    if (request.kind === "copy") {
      const rows = [await copyDatabase(database, setup.folder, request.to)]
      reply({ kind: "rows", id: request.id, rows, affected: 0 })
      return
    }
    // Nothing writes meanwhile: PostgreSQL runs in this very thread.
    if (request.kind === "changed-pages") {
      const rows = [changedPages(request.relation, request.from, request.count)]
      reply({ kind: "rows", id: request.id, rows, affected: 0 })
      return
    }
    if (request.kind === "missing-pages") {
      reply({ kind: "rows", id: request.id, rows: missingPages(request.table), affected: 0 })
      return
    }
    if (request.kind === "damaged-pages") {
      reply({ kind: "rows", id: request.id, rows: damagedPages(request.tables), affected: 0 })
      return
    }
    const { sql, parameters } = request
    const result = sql.startsWith(KEPT_MARK)
      ? await kept.query(sql, parameters)
      : await database.query(sql, [...parameters])
    reply({ kind: "rows", id: request.id, rows: result?.rows ?? [], affected: result?.affectedRows ?? 0 })
  } catch (error) {
    const sqlState =
      error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : ""
    const message = error instanceof Error ? error.message : String(error)
    reply({ kind: "error", id: request.id, message, sqlState })
  }
}

try {
  const database = await openOrMake(setup.folder)
  const kept = new KeptStatements(database)
  port.on("message", (request: ThreadRequest) => void answer(database, kept, request))
  reply({ kind: "ready" })
  // This thread's own part of it, which a kill would lose.
  flushCompileCache()
} catch (error) {
  const said = lines
    .find((line) => /PANIC|FATAL|ERROR/.test(line))
    ?.replace(/^.*?(PANIC|FATAL|ERROR):\s*/, "")
  reply({ kind: "failed", detail: said ?? (error instanceof Error ? error.message : String(error)) })
  port.close()
}
