/** The lock of the data folder: one server at a time; the lock of a killed one doesn't block the next. */

import { randomUUID } from "node:crypto"
import {
  closeSync,
  fstatSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs"
import { join } from "node:path"
import { StartProblem, systemCode } from "#server/settings/start-problem.ts"

/** PGlite opens one folder twice without a word, and both would write. So this file stands for the folder. */
const LOCK_FILE = "lock"
const ATTEMPTS_MAX = 20

interface Holder {
  pid: number
  /** Tells this process from an earlier one that had the same pid, where the system says when a process began. */
  began: string
  token: string
}

export interface FolderLock {
  /** False when someone removed or replaced the file. */
  isHeld(): boolean
  release(): void
}

/**
 * Takes the lock or throws a StartProblem that names the holder.
 * The file appears whole or not at all: it is written aside and linked into place.
 */
export function lockFolder(folder: string): FolderLock {
  const path = join(folder, LOCK_FILE)
  const own: Holder = { pid: process.pid, began: beganAt(process.pid), token: randomUUID() }
  const draft = `${path}.${own.token}`
  writeFileSync(draft, JSON.stringify(own))
  try {
    for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
      if (linked(draft, path)) return heldLock(path)
      const holder = readHolder(path)
      if (holder && isAlive(holder)) {
        throw new StartProblem(
          `SAKER_DATA: ${folder} is in use by another server (process ${holder.pid}); allowed: a folder used by one server at a time`,
        )
      }
      removeStale(path, `${path}.stale.${own.token}`, holder?.token)
    }
  } finally {
    rmSync(draft, { force: true })
  }
  throw new StartProblem(`SAKER_DATA: the lock file ${path} could not be taken; remove it if no server runs`)
}

function linked(draft: string, path: string): boolean {
  try {
    linkSync(draft, path)
    return true
  } catch (error) {
    if (systemCode(error) === "EEXIST") return false
    throw error
  }
}

/**
 * Another starter may have replaced the stale lock between our reading and our removing it. So it is moved aside
 * first, looked at, and put back if it is not the one that was judged stale.
 */
function removeStale(path: string, aside: string, token: string | undefined): void {
  try {
    renameSync(path, aside)
  } catch (error) {
    if (systemCode(error) === "ENOENT") return
    throw error
  }
  if (readHolder(aside)?.token !== token) linked(aside, path)
  rmSync(aside, { force: true })
}

/**
 * The file is kept open: its number on the disk then stands for it and is given to no other. Comparing numbers takes no
 * file handle, so a process that has none left isn't told that its lock is gone.
 */
function heldLock(path: string): FolderLock {
  const file = openSync(path, "r")
  const { dev, ino } = fstatSync(file)
  const isHeld = () => {
    const there = statSync(path, { throwIfNoEntry: false })
    return there?.ino === ino && there.dev === dev
  }
  return {
    isHeld,
    release: () => {
      if (isHeld()) rmSync(path, { force: true })
      closeSync(file)
    },
  }
}

function readHolder(path: string): Holder | undefined {
  try {
    const value = JSON.parse(readFileSync(path, "utf8")) as Partial<Holder>
    if (typeof value.pid !== "number" || typeof value.token !== "string") return undefined
    return { pid: value.pid, token: value.token, began: String(value.began ?? "") }
  } catch {
    return undefined // gone, or written by nobody we know: stale
  }
}

function isAlive(holder: Holder): boolean {
  if (holder.pid === process.pid) return holder.began === beganAt(process.pid)
  try {
    process.kill(holder.pid, 0)
  } catch (error) {
    if (systemCode(error) !== "EPERM") return false
  }
  return holder.began === "" || holder.began === beganAt(holder.pid)
}

/** Start time of a process in clock ticks since boot; empty where the system has no /proc. */
function beganAt(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8")
    // The second field is the program's name in brackets and may hold spaces; count from its end.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
    // A zombie is dead; only its parent has not looked yet.
    return fields[0] === "Z" ? "ended" : (fields[19] ?? "")
  } catch {
    return ""
  }
}
