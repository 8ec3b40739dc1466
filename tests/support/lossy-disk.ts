/**
 * A disk that keeps only what was forced onto it, for the thread of the embedded database: `--import` loads this file before
 * the server. The folder itself is what the system's memory holds; beside it, in the folder that `PLATTER` names, lies
 * what would be left of it without power. `afterPowerLoss` of power-loss.ts puts that in its place.
 *
 * Kept are: of a file what was written to it before it was last forced, and its size then; a new file's name from its
 * first forcing on; all other names as they were when their folder was last forced.
 */

import fs from "node:fs"
import { syncBuiltinESMExports } from "node:module"
import { join } from "node:path"
import { workerData } from "node:worker_threads"

const root = (workerData as { folder?: string } | null)?.folder
const platter = process.env.PLATTER
if (root !== undefined && platter !== undefined) keepWhatIsForced(root, platter)

function keepWhatIsForced(root: string, platter: string): void {
  const {
    openSync,
    closeSync,
    writeSync,
    ftruncateSync,
    truncateSync,
    fdatasyncSync,
    renameSync,
    unlinkSync,
  } = fs
  const openFile = fs.promises.open
  fs.mkdirSync(platter, { recursive: true })
  const names = openSync(join(platter, "names"), "a")
  /** By the system's number of a file: our own, as the system gives a removed file's number to the next one. */
  const ids = new Map<number, number>()
  const paths = new Map<number, string>()
  const dirty = new Map<number, { from: number; to: number }[]>()
  const descriptors = new Map<number, number>()
  const folders = new Map<number, string>()
  let last = 0

  const isOurs = (path: unknown): path is string =>
    typeof path === "string" && (path === root || path.startsWith(`${root}/`))
  const say = (line: object) => writeSync(names, `${JSON.stringify(line)}\n`)
  const kept = (id: number) => join(platter, String(id))
  /** A file that nobody has spoken of before is new: nothing of it is kept. */
  const idOf = (path: string): number => {
    const { ino, size } = fs.statSync(path)
    let id = ids.get(ino)
    if (id === undefined) {
      last += 1
      id = last
      ids.set(ino, id)
      if (size > 0) dirty.set(id, [{ from: 0, to: size }])
    }
    paths.set(id, path)
    return id
  }
  const note = (id: number, from: number, to: number) => {
    const ranges = dirty.get(id) ?? []
    ranges.push({ from, to })
    dirty.set(id, ranges)
  }
  const forget = (path: string) => {
    const found = fs.statSync(path, { throwIfNoEntry: false })
    if (found) ids.delete(found.ino)
  }
  const forceFile = (path: string, id: number, descriptor: number) => {
    const isNew = !fs.existsSync(kept(id))
    const copy = openSync(kept(id), isNew ? "w+" : "r+")
    const { size } = fs.fstatSync(descriptor)
    for (const { from, to } of dirty.get(id) ?? []) {
      const bytes = Buffer.alloc(Math.max(0, Math.min(to, size) - from))
      fs.readSync(descriptor, bytes, 0, bytes.length, from)
      writeSync(copy, bytes, 0, bytes.length, from)
    }
    ftruncateSync(copy, size)
    closeSync(copy)
    dirty.delete(id)
    if (isNew) say({ path: path.slice(root.length + 1), id })
  }
  /** Names of files of which nothing is kept yet are kept all the same: such a file comes back empty. */
  const forceNames = (folder: string) => {
    const entries = fs.readdirSync(folder, { withFileTypes: true }).map((entry) => {
      if (entry.isDirectory()) return [entry.name, 0]
      const id = idOf(join(folder, entry.name))
      if (!fs.existsSync(kept(id))) fs.writeFileSync(kept(id), "")
      return [entry.name, id]
    })
    say({
      folder: folder === root ? "" : folder.slice(root.length + 1),
      entries: Object.fromEntries(entries),
    })
  }
  const force = (path: string) => {
    if (fs.statSync(path).isDirectory()) return forceNames(path)
    const id = idOf(path)
    const descriptor = openSync(path, "r")
    forceFile(path, id, descriptor)
    closeSync(descriptor)
  }
  /** What is there before the database is opened lay on the disk already. */
  const forceAll = (folder: string) => {
    for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
      if (entry.isDirectory()) forceAll(join(folder, entry.name))
      else force(join(folder, entry.name))
    }
    forceNames(folder)
  }
  if (fs.existsSync(root)) forceAll(root)

  fs.openSync = (path, ...more) => {
    const before = isOurs(path) ? (fs.statSync(path, { throwIfNoEntry: false })?.size ?? 0) : 0
    const descriptor = openSync(path, ...more)
    if (!isOurs(path)) return descriptor
    const found = fs.fstatSync(descriptor)
    if (found.isDirectory()) folders.set(descriptor, path)
    else {
      descriptors.set(descriptor, idOf(path))
      if (found.size < before) note(idOf(path), found.size, before)
    }
    return descriptor
  }
  fs.closeSync = (descriptor) => {
    descriptors.delete(descriptor)
    folders.delete(descriptor)
    closeSync(descriptor)
  }
  fs.writeSync = ((descriptor: number, bytes: Uint8Array, offset: number, length: number, at: number) => {
    const written = writeSync(descriptor, bytes, offset, length, at)
    const id = descriptors.get(descriptor)
    if (id !== undefined) note(id, at, at + written)
    return written
  }) as typeof fs.writeSync
  fs.ftruncateSync = (descriptor, size) => {
    const before = fs.fstatSync(descriptor).size
    ftruncateSync(descriptor, size)
    const id = descriptors.get(descriptor)
    if (id !== undefined) note(id, size ?? 0, before)
  }
  fs.truncateSync = (path, size) => {
    const before = fs.statSync(path).size
    truncateSync(path, size)
    if (isOurs(path)) note(idOf(path), size ?? 0, before)
  }
  fs.fdatasyncSync = (descriptor) => {
    fdatasyncSync(descriptor)
    const folder = folders.get(descriptor)
    if (folder !== undefined) return forceNames(folder)
    const id = descriptors.get(descriptor)
    const path = paths.get(id ?? 0)
    // A file that was removed while it was open comes back with nobody's name.
    if (id === undefined || path === undefined || !fs.existsSync(path)) return
    const readable = openSync(path, "r")
    forceFile(path, id, readable)
    closeSync(readable)
  }
  fs.renameSync = (from, to) => {
    if (!isOurs(from) || !isOurs(to)) return renameSync(from, to)
    const id = fs.statSync(from).isDirectory() ? undefined : idOf(from)
    forget(to)
    renameSync(from, to)
    if (id !== undefined) paths.set(id, to)
  }
  fs.unlinkSync = (path) => {
    if (isOurs(path)) forget(path)
    unlinkSync(path)
  }
  fs.promises.open = async (path, ...more) => {
    const handle = await openFile(path, ...more)
    if (!isOurs(path)) return handle
    const sync = handle.sync.bind(handle)
    handle.sync = async () => {
      await sync()
      force(path)
    }
    return handle
  }
  syncBuiltinESMExports()
}
