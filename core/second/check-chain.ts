/** Reads hour files and computes their chain of hashes anew, line by line (O6). */

import type { TimeMs } from "../money/units.ts"
import type { AnnouncedHour, CheckFault, CheckStepName } from "./check-fault.ts"
import { CHECK_DIGITS, type FiledTick, filedText, type HourFile, readHourFile } from "./hour-file.ts"
import { HOUR_MS } from "./tick-line.ts"

export interface ChainParts {
  index: string
  hours: readonly AnnouncedHour[]
  /** Texts of their files, by hour. */
  files: ReadonlyMap<TimeMs, string>
  /** SHA-256 of a text in UTF-8, as 64 lower-case hex digits. */
  sha256(text: string): Promise<string>
}

/** A tick, and in which file it stands. */
export type ChainedTick = FiledTick & { hour: TimeMs }

/** All ticks by number, if everything holds; else the first that doesn't, and in which step. */
export type CheckedChain =
  | { ticks: ReadonlyMap<number, ChainedTick>; step?: undefined }
  | { step: CheckStepName; fault: CheckFault }

type Announced = { file: HourFile; announced: AnnouncedHour }
const wrong = (step: CheckStepName, fault: CheckFault) => ({ step, fault })

export async function checkChain(parts: ChainParts): Promise<CheckedChain> {
  const read = readFiles(parts)
  if ("fault" in read) return wrong("files", read.fault)
  const gap = await numberGap(parts, read.files)
  if (gap) return wrong("sequence", gap)
  const ticks = new Map<number, ChainedTick>()
  let before: string | undefined
  for (const one of read.files) {
    const { hour } = one.file
    if (before !== undefined && one.file.before !== before)
      return wrong("chain", { reason: "other-hash", hour, line: 1, expected: before, found: one.file.before })
    const { hashes, fault } = await hashed(parts, one.file)
    if (fault) return wrong("chain", fault)
    const other = otherAnnounced(one, hashes)
    if (other) return wrong("announced", other)
    for (const tick of one.file.ticks) ticks.set(tick.seq, { ...tick, hour })
    before = hashes.at(-1)
  }
  return { ticks }
}

/** By hour. */
function readFiles({ index, hours, files }: ChainParts): { files: Announced[] } | { fault: CheckFault } {
  const read: Announced[] = []
  for (const announced of [...hours].sort((one, other) => one.hour - other.hour)) {
    const { hour, before } = announced
    const text = files.get(hour)
    if (text === undefined) return { fault: { reason: "missing-file", hour } }
    const result = readHourFile(text)
    if ("fault" in result)
      return { fault: { reason: "unreadable-line", hour, line: result.fault.line, found: result.fault.text } }
    const { file } = result
    const expected = `${index} ${hour} ${before ?? file.before}`
    const found = `${file.index} ${file.hour} ${file.before}`
    if (expected !== found) return { fault: { reason: "other-file", hour, line: 1, expected, found } }
    // Without its last line the file of an hour that is over was cut off.
    if (announced.isComplete && !file.end)
      return { fault: { reason: "unreadable-line", hour, line: file.ticks.length + 2, found: "" } }
    read.push({ file, announced })
  }
  return read.length > 0 ? { files: read } : { fault: { reason: "missing-file" } }
}

async function numberGap(parts: ChainParts, files: readonly Announced[]): Promise<CheckFault | undefined> {
  let next: number | undefined
  for (const { file } of files) {
    const { hour, first, ticks, end } = file
    const gap = (line: number, expected: number, found: number): CheckFault => ({
      ...{ reason: "number-gap", hour, line, seq: found },
      ...{ expected: String(expected), found: String(found) },
    })
    if (next !== undefined && next !== first) return gap(1, next, first)
    const [tick] = ticks
    // One of two lines is wrong: the tick's own digits say whether it is.
    if (tick && tick.seq !== first) {
      const isSound = (await hashOf(parts, file.before, tick)).startsWith(tick.check)
      return isSound ? gap(1, tick.seq, first) : gap(tick.line, first, tick.seq)
    }
    next = first
    for (const { seq, line } of ticks) {
      if (seq !== next) return gap(line, next, seq)
      next += 1
    }
    if (end && end.last !== next - 1) return gap(ticks.length + 2, next - 1, end.last)
  }
  return undefined
}

/** h of each tick. */
async function hashed(parts: ChainParts, file: HourFile): Promise<{ hashes: string[]; fault?: CheckFault }> {
  const { hour, ticks, end } = file
  const hashes: string[] = []
  let [before, time] = [file.before, hour]
  for (const tick of ticks) {
    const { line, seq } = tick
    const place = { hour, line, seq }
    const hash = await hashOf(parts, before, tick)
    if (!hash.startsWith(tick.check)) {
      const expected = hash.slice(0, CHECK_DIGITS)
      return { hashes, fault: { reason: "changed-line", ...place, expected, found: tick.check } }
    }
    if (tick.time < time || tick.time >= hour + HOUR_MS) {
      const [expected, found] = [`≥ ${time}, < ${hour + HOUR_MS}`, String(tick.time)]
      return { hashes, fault: { reason: "other-time", ...place, expected, found } }
    }
    hashes.push(hash)
    before = hash
    time = tick.time
  }
  if (!end || end.hash === before) return { hashes }
  const line = ticks.length + 2
  return { hashes, fault: { reason: "other-hash", hour, line, expected: before, found: end.hash } }
}

const hashOf = ({ sha256, index }: ChainParts, before: string, tick: FiledTick): Promise<string> =>
  sha256(filedText(before, index, tick))

/** The file of an hour that runs may have grown since its hash was announced. */
function otherAnnounced({ file, announced }: Announced, hashes: readonly string[]): CheckFault | undefined {
  const { hash, isComplete, hour } = announced
  const holds = isComplete ? hashes.at(-1) === hash : hashes.includes(hash)
  if (holds) return undefined
  const last = file.ticks.at(-1)
  return {
    ...{ reason: "other-hash", hour, expected: hash, found: hashes.at(-1) ?? file.before },
    ...(last && { line: last.line, seq: last.seq }),
  }
}
