/** CPU usage of our own process tree, thread by thread, and of all other processes, from /proc. */

import { readdirSync, readFileSync } from "node:fs"

/** Linux counts CPU in ticks of 10 ms. */
const TICK_MS = 10

/** Elsewhere there is no /proc: figures are told without these. */
const hasProc = process.platform === "linux"

interface Stat {
  /** Ended, and only waits for its parent to hear of it. */
  isEnded: boolean
  parent: number
  cpuMs: number
  name: string
}

function readStat(path: string): Stat | undefined {
  try {
    const text = readFileSync(path, "utf8")
    const name = text.slice(text.indexOf("(") + 1, text.lastIndexOf(")"))
    const rest = text.slice(text.lastIndexOf(")") + 2).split(" ")
    return {
      name,
      isEnded: rest[0] === "Z",
      parent: Number(rest[1]),
      cpuMs: (Number(rest[11]) + Number(rest[12])) * TICK_MS,
    }
  } catch {
    return undefined // ended between listing and reading
  }
}

/** Ids of a process and all its descendants, as far as they run. */
export function processTree(root: number): number[] {
  if (!hasProc) return []
  const children = new Map<number, number[]>()
  for (const entry of readdirSync("/proc")) {
    const pid = Number(entry)
    if (!Number.isInteger(pid)) continue
    const stat = readStat(`/proc/${pid}/stat`)
    if (stat && !stat.isEnded) children.set(stat.parent, [...(children.get(stat.parent) ?? []), pid])
  }
  const found = [root]
  for (let at = 0; at < found.length; at += 1) found.push(...(children.get(found[at] ?? -1) ?? []))
  return found
}

/** `renderer`, `gpu-process`, `utility` …; `browser` for the first process. */
function kindOf(pid: number): string {
  try {
    return /--type=([a-z-]+)/.exec(readFileSync(`/proc/${pid}/cmdline`, "utf8"))?.[1] ?? "browser"
  } catch {
    return "ended"
  }
}

/** CPU ms of each thread of a browser, added up by process and thread: `renderer main`, `renderer DedicatedWorker` … */
export function cpuByThread(root: number): Map<string, number> {
  const all = new Map<string, number>()
  for (const pid of processTree(root)) {
    let threads: string[] = []
    try {
      threads = readdirSync(`/proc/${pid}/task`)
    } catch {
      continue
    }
    const kind = kindOf(pid)
    for (const thread of threads) {
      const stat = readStat(`/proc/${pid}/task/${thread}/stat`)
      if (!stat) continue
      const name = `${kind} ${thread === String(pid) ? "main" : stat.name.replace(/\d+$/, "")}`
      all.set(name, (all.get(name) ?? 0) + stat.cpuMs)
    }
  }
  return all
}

/** CPU ms that the whole machine has used, by anybody. */
function machineCpuMs(): number {
  const [, user, nice, system, , , irq, softIrq] = (readFileSync("/proc/stat", "utf8").split("\n")[0] ?? "")
    .split(/\s+/)
    .map(Number)
  return ((user ?? 0) + (nice ?? 0) + (system ?? 0) + (irq ?? 0) + (softIrq ?? 0)) * TICK_MS
}

/**
 * What others used while `work` ran, in % of one core: the machine's CPU minus that of our own process tree.
 * Children that ended meanwhile were ours, too; the kernel adds them to their parent.
 */
export async function withForeignLoad<T>(
  work: () => Promise<T>,
): Promise<{ value: T; foreignPercent: number }> {
  if (!hasProc) return { value: await work(), foreignPercent: Number.NaN }
  const snapshot = () => ({ at: performance.now(), machine: machineCpuMs(), own: ownCpuMs() })
  const before = snapshot()
  const value = await work()
  const after = snapshot()
  const foreign = after.machine - before.machine - (after.own - before.own)
  return { value, foreignPercent: Math.round((foreign / (after.at - before.at)) * 100) }
}

function ownCpuMs(): number {
  return processTree(process.pid).reduce((sum, pid) => {
    try {
      const text = readFileSync(`/proc/${pid}/stat`, "utf8")
      const rest = text.slice(text.lastIndexOf(")") + 2).split(" ")
      // utime, stime, and those of children that were waited for
      return sum + [11, 12, 13, 14].reduce((ticks, at) => ticks + Number(rest[at]), 0) * TICK_MS
    } catch {
      return sum
    }
  }, 0)
}
