/**
 * What a start does before the rest of the server is loaded: it looks whether the port is free and has the embedded
 * database opened, which its thread does meanwhile. So this file, and what it imports, stays small.
 */

import { createHash } from "node:crypto"
import { join } from "node:path"
import { FIRST_SEED } from "../feed/simulated/first-seed.ts"
import { checkPort } from "../http/listen.ts"
import type { Settings } from "../settings/settings.ts"
import { EmbeddedFolder } from "../storage/embedded-folder.ts"
import type { BegunStorage } from "../storage/open-storage.ts"
import type { StorageSettings } from "../storage/storage.ts"

/** Dump of an empty embedded database. */
export const seedFile = join(import.meta.dirname, "../../dist/database/empty.tgz")

/** @returns the folder of the embedded database, on its way, where it is that @throws StartProblem that a person can act on */
export async function beginStart(settings: Settings): Promise<BegunStorage> {
  // First: a port that is taken wants to be told at once.
  await checkPort(settings)
  return settings.databaseUrl === "" ? { folder: new EmbeddedFolder(storageSettings(settings)) } : {}
}

export const storageSettings = (settings: Settings): StorageSettings => ({
  data: settings.data,
  database: databaseName(settings),
  seedFile,
  databaseUrl: settings.databaseUrl,
  isForced: settings.forceWrites,
})

/** Each feed, and each seed of the simulation, has a database of its own: their histories never mix. */
function databaseName({ feed, seed }: Settings): string {
  if (feed.kind === "simulated") return `simulated-${seed ?? FIRST_SEED}`
  return `${feed.kind}-${createHash("sha256").update(feed.source).digest("hex").slice(0, 12)}`
}
