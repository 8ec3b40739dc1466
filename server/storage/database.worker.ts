/** Where does the embedded database run? In this thread of its own, so that a long statement never delays the market. */

import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { dirname } from "node:path"
import { parentPort, workerData } from "node:worker_threads"
import { PGlite, types } from "@electric-sql/pglite"
import type { ThreadReply, ThreadRequest, ThreadSetup } from "./database-message.ts"

/** PostgreSQL would let its log grow to a gigabyte; ours writes little and may stay small. */
const WRITE_AHEAD_LOG = ["-c", "max_wal_size=48MB", "-c", "min_wal_size=32MB"]
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
  const database = new PGlite({
    dataDir: folder,
    startParams: [...PGlite.defaultStartParams, ...WRITE_AHEAD_LOG],
    onStderr: keepLine,
    onStdout: keepLine,
    parsers: { [types.INT8]: readWhole },
    ...(seed ? { loadDataDir: seed } : {}),
  })
  await database.waitReady
  return database
}

/** Every whole number that we store is below 2^53; one that isn't was not written by us. */
function readWhole(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is no safe whole number`)
  return value
}

/**
 * Makes an empty database aside and moves it into place whole: a start that is killed half-way leaves nothing that
 * looks like a database.
 */
async function make(folder: string): Promise<void> {
  const draft = `${folder}.making`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(dirname(folder), { recursive: true })
  const seed = existsSync(setup.seedFile) ? new Blob([readFileSync(setup.seedFile)]) : undefined
  const database = await open(draft, seed)
  if (!seed) await keepSeed(database)
  await database.close()
  renameSync(draft, folder)
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

async function answer(database: PGlite, request: ThreadRequest): Promise<void> {
  try {
    if (request.kind === "close") {
      await database.close()
      reply({ kind: "rows", id: request.id, rows: [], affected: 0 })
      port?.close()
      return
    }
    const result = await database.query(request.sql, [...request.parameters])
    reply({ kind: "rows", id: request.id, rows: result.rows, affected: result.affectedRows ?? 0 })
  } catch (error) {
    const sqlState =
      error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : ""
    const message = error instanceof Error ? error.message : String(error)
    reply({ kind: "error", id: request.id, message, sqlState })
  }
}

try {
  if (!existsSync(setup.folder)) await make(setup.folder)
  const database = await open(setup.folder)
  port.on("message", (request: ThreadRequest) => void answer(database, request))
  reply({ kind: "ready" })
} catch (error) {
  const said = lines
    .find((line) => /PANIC|FATAL|ERROR/.test(line))
    ?.replace(/^.*?(PANIC|FATAL|ERROR):\s*/, "")
  reply({ kind: "failed", detail: said ?? (error instanceof Error ? error.message : String(error)) })
  port.close()
}
