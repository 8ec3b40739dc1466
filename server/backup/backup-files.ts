/** The files of a backup: a manifest with the hash of each, the copied folders, and commands that were added later. */

import { createHash } from "node:crypto"
import { createReadStream, existsSync } from "node:fs"
import { readdir, readFile, stat } from "node:fs/promises"
import { join, relative } from "node:path"
import { z } from "zod"

/** Written last: a folder without it is no backup. */
export const MANIFEST = "manifest.json"
const FORM = 1

const manifestSchema = z.strictObject({
  form: z.literal(FORM),
  /** Folder of the database in it, as in the data folder. */
  database: z.string().regex(/^[a-z0-9-]{1,80}$/),
  /** The last command that the copied database holds, when it was done, and the hash over all commands up to it. */
  seq: z.int(),
  time: z.int(),
  chain: z.hex(),
  /** How much each source counts in the index, in 1e-8: what a replay needs to come to the same marks. */
  indexWeights: z.array(z.tuple([z.string(), z.string().regex(/^\d+$/)])),
  files: z.array(z.strictObject({ path: z.string(), bytes: z.int(), sha256: z.hex() })),
})
export type Manifest = z.infer<typeof manifestSchema>
export const manifestOf = (parts: Omit<Manifest, "form">): Manifest => ({ form: FORM, ...parts })

const batchSchema = z.strictObject({
  first: z.int(),
  last: z.int(),
  /** When the last of them was done. */
  time: z.int(),
  rules: z.int(),
  chain: z.hex(),
  commands: z.base64(),
})
/** One batch of commands, a line of its own. */
export type SavedBatch = z.infer<typeof batchSchema>

/** What is wrong with a backup, in words for whoever restores it. */
export class BackupProblem extends Error {
  override readonly name = "BackupProblem"
}

/** @returns undefined where there is none @throws BackupProblem for one that can't be read */
export async function readManifest(folder: string): Promise<Manifest | undefined> {
  const path = join(folder, MANIFEST)
  if (!existsSync(path)) return undefined
  const read = manifestSchema.safeParse(parsed(await readFile(path, "utf8")))
  if (!read.success) throw new BackupProblem(`${path} is no manifest of this Saker's backups`)
  return read.data
}

const commandsFile = /^commands-(\d+)-(\d+)\.jsonl$/
export const commandsName = (first: number, last: number): string => `commands-${first}-${last}.jsonl`

/** Files of commands in order, each with the sequences it holds. */
export async function commandFiles(folder: string): Promise<{ path: string; first: number; last: number }[]> {
  const found = (await readdir(folder)).flatMap((name) => {
    const match = commandsFile.exec(name)
    return match ? [{ path: join(folder, name), first: Number(match[1]), last: Number(match[2]) }] : []
  })
  return found.sort((one, other) => one.first - other.first)
}

/** @throws BackupProblem */
export async function readBatches(path: string): Promise<SavedBatch[]> {
  const lines = (await readFile(path, "utf8")).split("\n").filter((line) => line !== "")
  return lines.map((line, place) => {
    const read = batchSchema.safeParse(parsed(line))
    if (!read.success) throw new BackupProblem(`${path}: line ${place + 1} can't be read`)
    return read.data
  })
}

/** Every file below `folder`, with its size and hash, by its path from there. */
export async function filesIn(folder: string): Promise<Manifest["files"]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files: Manifest["files"] = []
  for (const entry of entries) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    files.push({ path: relative(folder, path), bytes: (await stat(path)).size, sha256: await hashOf(path) })
  }
  return files
}

/** @throws BackupProblem that names the first file that is missing or changed */
export async function checkFiles(folder: string, { files }: Manifest): Promise<void> {
  for (const { path, bytes, sha256 } of files) {
    const full = join(folder, path)
    const found = await stat(full).catch(() => undefined)
    if (found?.size !== bytes || (await hashOf(full)) !== sha256)
      throw new BackupProblem(`${full} is missing or isn't what was copied`)
  }
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash("sha256")
  for await (const part of createReadStream(path)) hash.update(part as Buffer)
  return hash.digest("hex")
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
