/**
 * Makes the dump that every first start begins from: a database with the tables of this release and nothing in them. An initdb and
 * all migrations take seconds, a dump a fraction; a test run makes some hundreds of databases.
 */

import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { PGlite } from "@electric-sql/pglite"
import { openStorage } from "#server/storage/open-storage.ts"

const seedFile = join(import.meta.dirname, "../dist/database/empty.tgz")
const folder = mkdtempSync(join(tmpdir(), "saker-seed-"))
const settings = { data: folder, database: "database", seedFile: join(folder, "bare.tgz"), databaseUrl: "" }
await (await openStorage(settings)).close()

// Of a database that was closed: all that it holds is in its tables' files, nothing in its log.
const database = new PGlite(join(folder, settings.database))
await database.waitReady
const dump = await database.dumpDataDir("gzip")
await database.close()
mkdirSync(dirname(seedFile), { recursive: true })
const draft = `${seedFile}.${process.pid}`
writeFileSync(draft, Buffer.from(await dump.arrayBuffer()))
renameSync(draft, seedFile)
rmSync(folder, { recursive: true, force: true })
