/**
 * Keeps the files of earlier releases for tabs that were opened before the last deployment.
 * The hashed files of earlier releases,
 * kept in the data folder, because a deployment may replace the folder of the program as a whole.
 */

import { createHash } from "node:crypto"
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs"
import { join } from "node:path"

/** Earlier releases that are kept beside the present one. A release is some three megabytes, compressed forms included. */
export const RELEASES_MAX = 5
/** A tab that is older than this is reloaded sooner or later by its browser anyhow. */
export const RELEASE_AGE_MAX_MS = 30 * 86_400_000

interface Release {
  /** From its page: a release that differs in any file has another page, since files are named by their content. */
  id: string
  /** When another one took its place, epoch ms; null for the one that is served. */
  until: number | null
}

const LIST = "releases.json"
const ID = /^[0-9a-f]{16}$/

/**
 * Notes that the site is served from now on, keeps a copy of its hashed files, and lets go of releases that are too many
 * or too old. Answers the folders to look into after the site's own, newest first (the present release's copy too: a
 * build may empty the site under a running server). Throws when the folder can't be written.
 */
export function keepRelease(site: string, archive: string, now: number): string[] {
  const id = createHash("sha256")
    .update(readFileSync(join(site, "index.html")))
    .digest("hex")
    .slice(0, 16)
  mkdirSync(archive, { recursive: true })
  copyOnce(join(site, "assets"), join(archive, id))
  const kept = choose(readList(archive), id, now)
  writeFileSync(join(archive, `${LIST}.new`), JSON.stringify(kept))
  renameSync(join(archive, `${LIST}.new`), join(archive, LIST))
  const ids = kept.map((release) => release.id)
  for (const name of readdirSync(archive)) {
    if (name !== LIST && !ids.includes(name)) rmSync(join(archive, name), { recursive: true, force: true })
  }
  return ids.map((kept) => join(archive, kept)).filter((folder) => existsSync(folder))
}

/** Pure: what stays when `id` is served at `now`, the present one first. */
export function choose(known: readonly Release[], id: string, now: number): Release[] {
  const earlier = known
    .filter((release) => release.id !== id)
    .map(({ id, until }) => ({ id, until: until ?? now }))
    .filter(({ until }) => now - until <= RELEASE_AGE_MAX_MS)
    .sort((a, b) => b.until - a.until)
  return [{ id, until: null }, ...earlier.slice(0, RELEASES_MAX)]
}

/** Whole or not at all: a copy that was cut off must not pass for a release. */
function copyOnce(assets: string, folder: string): void {
  if (existsSync(folder) || !existsSync(assets)) return
  const unfinished = `${folder}.new`
  rmSync(unfinished, { recursive: true, force: true })
  cpSync(assets, join(unfinished, "assets"), { recursive: true })
  renameSync(unfinished, folder)
}

/** What isn't a list of releases counts as none: then the copies are made anew. */
function readList(archive: string): Release[] {
  try {
    const raw: unknown = JSON.parse(readFileSync(join(archive, LIST), "utf8"))
    return Array.isArray(raw) ? raw.filter(isRelease) : []
  } catch {
    return []
  }
}

function isRelease(raw: unknown): raw is Release {
  const { id, until } = Object(raw) as Partial<Release>
  return typeof id === "string" && ID.test(id) && (until === null || Number.isFinite(until))
}
