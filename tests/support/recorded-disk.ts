/**
 * Writes down what the thread of the embedded database does to its files, in order and with every byte: `--import` loads this
 * file before a scene. `RECORDED` names the file that it goes to. `disk-at-write.ts` makes of it what a disk had at any of
 * these moments.
 */

import fs from "node:fs"
import { syncBuiltinESMExports } from "node:module"
import { workerData } from "node:worker_threads"

/** A change of the folder; `bytes` follow the line, so many of them. */
export type DiskStep =
  | { do: "write"; path: string; at: number; bytes: number }
  | { do: "create" | "force" | "unlink" | "mkdir" | "rmdir"; path: string }
  | { do: "truncate"; path: string; size: number }
  | { do: "rename"; path: string; to: string }

const root = (workerData as { folder?: string } | null)?.folder
const recorded = process.env.RECORDED
if (root !== undefined && recorded !== undefined) record(root, recorded)

function record(root: string, recorded: string): void {
  const { openSync, closeSync, writeSync, ftruncateSync, truncateSync, fdatasyncSync, fsyncSync } = fs
  const { renameSync, unlinkSync, mkdirSync, rmdirSync } = fs
  const log = openSync(recorded, "a")
  const paths = new Map<number, string>()
  const isOurs = (path: unknown): path is string => typeof path === "string" && path.startsWith(`${root}/`)
  const own = (path: string) => path.slice(root.length + 1)
  const say = (step: DiskStep, bytes?: Uint8Array) => {
    const line = Buffer.from(`${JSON.stringify(step)}\n`)
    writeSync(log, bytes ? Buffer.concat([line, bytes]) : line)
  }
  fs.openSync = (path, ...more) => {
    const before = isOurs(path) ? fs.statSync(path, { throwIfNoEntry: false }) : undefined
    const descriptor = openSync(path, ...more)
    if (!isOurs(path)) return descriptor
    const found = fs.fstatSync(descriptor)
    if (found.isDirectory()) return descriptor
    paths.set(descriptor, path)
    if (!before) say({ do: "create", path: own(path) })
    else if (found.size < before.size) say({ do: "truncate", path: own(path), size: found.size })
    return descriptor
  }
  fs.closeSync = (descriptor) => {
    paths.delete(descriptor)
    closeSync(descriptor)
  }
  fs.writeSync = ((descriptor: number, bytes: Uint8Array, offset: number, length: number, at: number) => {
    const written = writeSync(descriptor, bytes, offset, length, at)
    const path = paths.get(descriptor)
    if (path !== undefined)
      say(
        { do: "write", path: own(path), at, bytes: written },
        Buffer.from(bytes.buffer, bytes.byteOffset + offset, written),
      )
    return written
  }) as typeof fs.writeSync
  fs.ftruncateSync = (descriptor, size) => {
    ftruncateSync(descriptor, size)
    const path = paths.get(descriptor)
    if (path !== undefined) say({ do: "truncate", path: own(path), size: size ?? 0 })
  }
  fs.truncateSync = (path, size) => {
    truncateSync(path, size)
    if (isOurs(path)) say({ do: "truncate", path: own(path), size: size ?? 0 })
  }
  const forced = (descriptor: number) => {
    const path = paths.get(descriptor)
    if (path !== undefined) say({ do: "force", path: own(path) })
  }
  fs.fdatasyncSync = (descriptor) => {
    fdatasyncSync(descriptor)
    forced(descriptor)
  }
  fs.fsyncSync = (descriptor) => {
    fsyncSync(descriptor)
    forced(descriptor)
  }
  fs.renameSync = (from, to) => {
    renameSync(from, to)
    if (!isOurs(from) || !isOurs(to)) return
    say({ do: "rename", path: own(from), to: own(to) })
    for (const [descriptor, path] of paths) if (path === from) paths.set(descriptor, to)
  }
  fs.unlinkSync = (path) => {
    unlinkSync(path)
    if (isOurs(path)) say({ do: "unlink", path: own(path) })
  }
  fs.mkdirSync = ((path: string, ...more: never[]) => {
    const made = mkdirSync(path, ...more)
    if (isOurs(path)) say({ do: "mkdir", path: own(path) })
    return made
  }) as typeof fs.mkdirSync
  fs.rmdirSync = (path, ...more) => {
    rmdirSync(path, ...more)
    if (isOurs(path)) say({ do: "rmdir", path: own(path) })
  }
  syncBuiltinESMExports()
}
