/** Holds a browser to a share of one core: all its processes in one CPU control group, version 2 or 1, where that may be made. */

import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { processTree } from "./processes.ts"

/** The kernel's own: within each 100 ms the group runs until its share is used up, on all cores together, then it stands. */
const PERIOD_US = 100_000
/** A process that begins while the others are moved is found by another look; children of moved ones are in it from birth. */
const LOOKS_MAX = 10
const GONE_WITHIN_MS = 5000
const LOOK_AGAIN_MS = 50

const ROOT = "/sys/fs/cgroup"
let made = 0

export interface CpuLimit {
  /** Another share of one core, 0 … 1; null: as much as there is. */
  set(share: number | null): void
  /** Share of the group's periods in which it had to stand, since it was made. */
  throttled(): number
  /** After the processes have ended. */
  remove(): Promise<void>
}

interface GroupKind {
  /** Where groups are made. */
  folder: string
  /** What tells that groups of this version are made there: without it, it is a plain folder. */
  mark: string
  limit(group: string, share: number | null): void
}

const KINDS: readonly GroupKind[] = [
  {
    folder: ROOT,
    mark: "cgroup.controllers",
    limit: (group, share) =>
      writeFileSync(
        join(group, "cpu.max"),
        `${share === null ? "max" : Math.round(share * PERIOD_US)} ${PERIOD_US}`,
      ),
  },
  {
    folder: join(ROOT, "cpu"),
    mark: "cpu.shares",
    limit: (group, share) => {
      writeFileSync(join(group, "cpu.cfs_period_us"), String(PERIOD_US))
      writeFileSync(
        join(group, "cpu.cfs_quota_us"),
        String(share === null ? -1 : Math.round(share * PERIOD_US)),
      )
    },
  },
]

/** Puts a process and all its descendants into a group of their own, unlimited at first. Undefined: the machine allows none. */
export function limitCpu(pid: number): CpuLimit | undefined {
  if (process.platform !== "linux") return undefined
  for (const kind of KINDS) {
    if (!existsSync(join(kind.folder, kind.mark))) continue
    made += 1
    const group = join(kind.folder, `saker-bench-${process.pid}-${made}`)
    try {
      mkdirSync(group)
    } catch {
      continue
    }
    try {
      // Refused where the controller isn't there or isn't handed down.
      kind.limit(group, null)
      moveAll(group, pid)
      return groupOf(kind, group)
    } catch {
      removeGroup(group)
    }
  }
  return undefined
}

function groupOf(kind: GroupKind, group: string): CpuLimit {
  return {
    set: (share) => kind.limit(group, share),
    throttled: () => {
      const text = readFileSync(join(group, "cpu.stat"), "utf8")
      const count = (name: string) => Number(new RegExp(`${name} (\\d+)`).exec(text)?.[1] ?? Number.NaN)
      return count("nr_throttled") / count("nr_periods")
    },
    async remove() {
      const until = Date.now() + GONE_WITHIN_MS
      while (!removeGroup(group) && Date.now() < until)
        await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS))
    },
  }
}

function moveAll(group: string, pid: number): void {
  const list = join(group, "cgroup.procs")
  for (let look = 0; look < LOOKS_MAX; look += 1) {
    const inside = new Set(readFileSync(list, "utf8").split("\n").filter(Boolean).map(Number))
    const outside = processTree(pid).filter((one) => !inside.has(one))
    if (outside.length === 0) return
    for (const one of outside)
      try {
        writeFileSync(list, String(one))
      } catch (error) {
        // Ended meanwhile; anything else is a machine that doesn't allow it.
        if (existsSync(`/proc/${one}`)) throw error
      }
  }
  throw new Error("the browser never stops starting processes")
}

/** True once it is gone. A group goes only when it is empty. */
function removeGroup(group: string): boolean {
  try {
    rmdirSync(group)
    return true
  } catch {
    return !existsSync(group)
  }
}
