/** The file of one hour of an index's ticks, as text: written by the publisher, read by whoever checks (O6). */

import type { TimeMs } from "../money/units.ts"
import { chainText, HOUR_MS, type PublishedTick, type SourceText, sourcesText } from "./tick-line.ts"

/** First word of a file, and the version of its form. */
const FORM = "saker-index-ticks 1"
/** So many hex digits of its h stand behind each tick: a changed line names itself. */
export const CHECK_DIGITS = 8

/** What stands on the first line. */
export interface FileHead {
  index: string
  /** Its first millisecond. */
  hour: TimeMs
  /** Number of the first tick in it. */
  first: number
  /** h of the tick before that: 64 hex digits. */
  before: string
}
/** What stands on the last line of an hour that is over. */
export interface FileEnd {
  last: number
  /** h of the last tick: 64 hex digits. */
  hash: string
}
/** A tick as the file has it. */
export interface FiledTick extends PublishedTick {
  /** Of the text, from 1. */
  line: number
  /** First digits of its h. */
  check: string
}
export interface HourFile extends FileHead {
  ticks: FiledTick[]
  /** Left out: the hour is not over, or wasn't as the file was fetched. */
  end?: FileEnd
}

/** Each line ends with a line feed, the last as well. */
export const headLine = ({ index, hour, first, before }: FileHead): string =>
  `${FORM}|${index}|${hour}|${first}|${before}\n`
/** @param hash its h, 64 hex digits */
export const tickLine = ({ seq, time, price, sources }: PublishedTick, hash: string): string =>
  `${seq}|${time}|${price}|${sourcesText(sources)}|${hash.slice(0, CHECK_DIGITS)}\n`
export const endLine = ({ last, hash }: FileEnd): string => `end|${last}|${hash}\n`

/** What is hashed for a tick of a file. */
export const filedText = (before: string, index: string, tick: FiledTick): string =>
  chainText(before, index, tick)

/** The first line that is not as a file's lines are; 0: the text itself ends too early. */
export type ReadFault = { line: number; text: string }

const WHOLE = "(0|[1-9]\\d{0,15})"
const DECIMAL = "(?:0|[1-9]\\d{0,23})(?:\\.\\d{1,16})?"
const HEAD = new RegExp(`^${FORM}\\|([A-Z0-9]{1,16}_[A-Z0-9]{1,16})\\|${WHOLE}\\|${WHOLE}\\|([0-9a-f]{64})$`)
const TICK = new RegExp(`^${WHOLE}\\|${WHOLE}\\|(${DECIMAL})\\|([^|]*)\\|([0-9a-f]{${CHECK_DIGITS}})$`)
const END = new RegExp(`^end\\|${WHOLE}\\|([0-9a-f]{64})$`)
const SOURCE = new RegExp(`^([^:,|]{1,64}):(${DECIMAL}):(${WHOLE})$`)
/** A file of more lines was made by nobody: ten ticks a second are the most (P1). */
const LINES_MAX = 10 * (HOUR_MS / 1000) + 2

/** Reads the form alone: whether numbers follow and the chain holds is another question. */
export function readHourFile(text: string): { file: HourFile } | { fault: ReadFault } {
  const lines = text.split("\n", LINES_MAX + 2)
  const fault = (line: number) => ({ fault: { line, text: (lines[line - 1] ?? "").slice(0, 200) } })
  const isWhole = lines.length > 1 && lines.at(-1) === ""
  if (!isWhole) return fault(lines.length)
  const head = HEAD.exec(lines[0] ?? "")
  if (!head) return fault(1)
  const [, index = "", hour, first, before = ""] = head
  const file: HourFile = { index, hour: Number(hour), first: Number(first), before, ticks: [] }
  for (let at = 1; at < lines.length - 1; at++) {
    const line = lines[at] ?? ""
    const tick = readTick(line, at + 1)
    if (tick) file.ticks.push(tick)
    else {
      const end = END.exec(line)
      if (!end || at !== lines.length - 2) return fault(at + 1)
      file.end = { last: Number(end[1]), hash: end[2] ?? "" }
    }
  }
  return file.ticks.length > 0 ? { file } : fault(2)
}

function readTick(text: string, line: number): FiledTick | undefined {
  const found = TICK.exec(text)
  if (!found) return undefined
  const [, seq, time, price = "", written = "", check = ""] = found
  const sources = written.split(",").map(readSource)
  if (!sources.every((source) => source !== undefined)) return undefined
  return { seq: Number(seq), time: Number(time), price, sources, line, check }
}

function readSource(text: string): SourceText | undefined {
  const [, source, price, weight] = SOURCE.exec(text) ?? []
  return source && price && weight ? { source, price, weight } : undefined
}
