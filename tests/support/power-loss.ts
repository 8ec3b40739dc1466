/** What a machine finds on its disk after a loss of power, by the record that lossy-disk.ts kept of it. */

import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"

/** What a disk writes as a whole. */
const BLOCK_BYTES = 4096
/** Files whose blocks may have arrived without being asked for: the log, tables and indexes. */
const PAGES = /^(?:pg_wal\/[0-9A-F]{24}|(?:base\/\d+|global)\/\d+)/

type Line = { path: string; id: number } | { folder: string; entries: Record<string, number> }

/**
 * Puts in the place of `folder` what was forced of it.
 * @param arrived of blocks that weren't forced: says of each whether it had reached the disk all the same; none by default
 */
export function afterPowerLoss(folder: string, platter: string, arrived: () => boolean = () => false): void {
  const names = namesOn(platter)
  const whole = `${folder}.before`
  rmSync(whole, { recursive: true, force: true })
  cpSync(folder, whole, { recursive: true })
  rmSync(folder, { recursive: true })
  mkdirSync(folder, { mode: 0o700 })
  for (const path of names.folders) mkdirSync(join(folder, path), { recursive: true, mode: 0o700 })
  for (const [path, id] of names.files) {
    const forced = readFileSync(join(platter, String(id)))
    const written = join(whole, path)
    const bytes =
      PAGES.test(path) && existsSync(written) ? mixed(forced, readFileSync(written), arrived) : forced
    mkdirSync(dirname(join(folder, path)), { recursive: true, mode: 0o700 })
    writeFileSync(join(folder, path), bytes)
  }
  rmSync(whole, { recursive: true })
  rmSync(platter, { recursive: true })
}

function namesOn(platter: string): { files: Map<string, number>; folders: Set<string> } {
  const files = new Map<string, number>()
  const folders = new Set<string>()
  for (const text of readFileSync(join(platter, "names"), "utf8").split("\n")) {
    if (text === "") continue
    const line = JSON.parse(text) as Line
    if ("path" in line) {
      files.set(line.path, line.id)
      continue
    }
    const { folder, entries } = line
    folders.add(folder)
    const own = (name: string) => (folder === "" ? name : `${folder}/${name}`)
    for (const path of files.keys())
      if (
        dirname(path) === (folder || ".") &&
        !(path.slice(folder === "" ? 0 : folder.length + 1) in entries)
      )
        files.delete(path)
    for (const [name, id] of Object.entries(entries)) {
      if (id === 0) folders.add(own(name))
      else files.set(own(name), id)
    }
  }
  return { files, folders }
}

/** Each block as it was forced or as it was last written; a block beyond what was forced grows the file. */
function mixed(forced: Buffer, written: Buffer, arrived: () => boolean): Buffer {
  const blocks: Buffer[] = []
  const size = Math.max(forced.length, arrived() ? written.length : 0)
  for (let from = 0; from < size; from += BLOCK_BYTES) {
    const block = Buffer.alloc(Math.min(BLOCK_BYTES, size - from))
    const source = from < written.length && arrived() ? written : forced
    // Of a block that didn't arrive beyond what was forced there is a hole: zeros.
    if (from < source.length) source.copy(block, 0, from, Math.min(source.length, from + block.length))
    blocks.push(block)
  }
  return Buffer.concat(blocks)
}
