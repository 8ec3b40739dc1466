/**
 * Makes two releases of the page from one build. The second is the first with another hash in every
 * file's name, and in every place that names it: to a browser a release in which every file has changed.
 */

import { createHash } from "node:crypto"
import { cpSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { freshFolder } from "./saker-process.ts"

const built = join(import.meta.dirname, "../../dist/site")
const HASHED = /^(.+)-([\w-]{8})(\.\w+)$/
const TEXT = /\.(?:js|css|html|json)$/

/** Never one that was there before: browsers keep hashed files for good. */
const nextHash = (hash: string) => createHash("sha256").update(hash).digest("base64url").slice(0, 8)

/** A copy of the built page that a test may change. Plain files only: the compressed forms would tell the old names. */
export function firstRelease(): string {
  const site = freshFolder()
  cpSync(built, site, { recursive: true, filter: (path) => !/\.(?:br|gz)$/.test(path) })
  return site
}

/** Puts the next release in the place of the one in `site`, as a deployment does: the old files are gone. */
export function deployNext(site: string): void {
  const assets = join(site, "assets")
  const names = new Map(
    readdirSync(assets).flatMap((name) => {
      const [, stem, hash = "", end] = HASHED.exec(name) ?? []
      return stem ? [[name, `${stem}-${nextHash(hash)}${end}`] as const] : []
    }),
  )
  const files = readdirSync(site, { recursive: true, encoding: "utf8" }).filter((path) => TEXT.test(path))
  for (const path of files) {
    let text = readFileSync(join(site, path), "utf8")
    for (const [old, next] of names) text = text.replaceAll(old, next)
    writeFileSync(join(site, path), text)
  }
  for (const [old, next] of names) renameSync(join(assets, old), join(assets, next))
}

/** Takes away the file of one chunk, whatever its hash; its name is what stands before that. */
export function loseChunk(site: string, stem: string): void {
  const lost = readdirSync(join(site, "assets")).filter(
    (name) => name.startsWith(`${stem}-`) && name.endsWith(".js"),
  )
  if (lost.length === 0) throw new Error(`no chunk ${stem} in this build`)
  for (const name of lost) rmSync(join(site, "assets", name))
}
