/** Reads candles of a file that a person brings: CSV with a head line, as `/export/candles.csv` writes it. */

import { readFileSync } from "node:fs"
import { basename } from "node:path"
import { INTERVAL_MS } from "#core/candle/bucket.ts"

/** Prices and volume as numbers: they become a path that is then quoted in whole ticks, never money. */
export interface FileCandle {
  /** Epoch ms. */
  openTime: number
  open: number
  high: number
  low: number
  close: number
  /** In coins of the base. */
  volume: number
}

export interface CandleFile {
  /** Without its folder. */
  name: string
  intervalMs: number
  /** One after the other without a gap, at least two. */
  candles: readonly FileCandle[]
}

const FILE_BYTES_MAX = 256 * 1024 * 1024
const NUMBER = /^\d{1,15}(\.\d{1,18})?$/
const TIME_COLUMNS = ["time", "timestamp", "open_time", "date"]
const VALUE_COLUMNS = ["open", "high", "low", "close", "volume"] as const
/** Epoch seconds have ten digits until the year 2286, milliseconds thirteen. */
const EPOCH = /^(\d{10}|\d{13})$/
const DATE = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|\+00:00)?$/
/** Up to a day: weeks begin on Mondays, months are of several lengths. */
const LENGTHS = new Set<number>(Object.values(INTERVAL_MS).filter((ms) => ms <= INTERVAL_MS["1D"]))

/**
 * Time as epoch seconds, milliseconds or a date in UTC; further columns are not read, but for `closed`: 0 marks a candle that
 * still moved, which may only be the last and is left out.
 * @throws Error that names the file, the line and what is wrong there.
 */
export function readCandleFile(file: string): CandleFile {
  const name = basename(file)
  const lines = textOf(file).split(/\r?\n/)
  const columns = columnsOf(name, lines[0] ?? "")
  const candles: FileCandle[] = []
  for (const [at, line] of lines.entries()) {
    if (at === 0 || line.trim() === "") continue
    const where = `${name}: line ${at + 1}`
    const fields = line.split(",").map((field) => field.trim())
    if (columns.closed !== undefined && fields[columns.closed] === "0") {
      if (lines.slice(at + 1).some((later) => later.trim() !== ""))
        throw new Error(`${where}: a candle that isn't closed is not the last`)
      break
    }
    candles.push(candleOf(where, fields, columns))
  }
  const [first, second] = candles
  if (!first || !second) throw new Error(`${name}: holds fewer than two candles`)
  const intervalMs = second.openTime - first.openTime
  if (!LENGTHS.has(intervalMs) || first.openTime % intervalMs !== 0)
    throw new Error(`${name}: line 3: its candles are ${intervalMs / 1000} s apart, which is no interval`)
  checkGaps(name, candles, intervalMs)
  return { name, intervalMs, candles }
}

function textOf(file: string): string {
  let bytes: Buffer
  try {
    bytes = readFileSync(file)
  } catch (error) {
    throw new Error(`${file}: can't be read (${error instanceof Error ? error.message : error})`)
  }
  if (bytes.length > FILE_BYTES_MAX) throw new Error(`${file}: is larger than ${FILE_BYTES_MAX} bytes`)
  return bytes.toString("utf8")
}

type Columns = Record<"time" | (typeof VALUE_COLUMNS)[number], number> & { closed?: number }

function columnsOf(name: string, head: string): Columns {
  const names = head.split(",").map((field) => field.trim().toLowerCase())
  const time = names.findIndex((one) => TIME_COLUMNS.includes(one))
  const values = VALUE_COLUMNS.map((one) => [one, names.indexOf(one)] as const)
  if (time < 0 || values.some(([, at]) => at < 0))
    throw new Error(`${name}: line 1: expected the columns time,open,high,low,close,volume`)
  const closed = names.indexOf("closed")
  return { time, ...Object.fromEntries(values), ...(closed >= 0 && { closed }) } as Columns
}

function candleOf(where: string, fields: readonly string[], columns: Columns): FileCandle {
  const openTime = timeOf(fields[columns.time] ?? "")
  if (openTime === undefined) throw new Error(`${where}: ${fields[columns.time] ?? "nothing"} is no time`)
  const [open = 0, high = 0, low = 0, close = 0, volume = 0] = VALUE_COLUMNS.map((column) => {
    const text = fields[columns[column]] ?? ""
    if (!NUMBER.test(text)) throw new Error(`${where}: ${column} is no number`)
    return Number(text)
  })
  if (!(low > 0 && low <= Math.min(open, close) && high >= Math.max(open, close)))
    throw new Error(`${where}: low and high don't enclose open and close, or a price isn't above 0`)
  return { openTime, open, high, low, close, volume }
}

/** Epoch ms; undefined: it is no time. */
function timeOf(text: string): number | undefined {
  if (EPOCH.test(text)) return Number(text) * (text.length === 10 ? 1000 : 1)
  if (!DATE.test(text)) return undefined
  const iso = text.replace(" ", "T").replace(/(\.\d{3})\d*/, "$1")
  const time = Date.parse(/Z|\+/.test(iso) ? iso : `${iso}Z`)
  return Number.isNaN(time) ? undefined : time
}

function checkGaps(name: string, candles: readonly FileCandle[], intervalMs: number): void {
  for (const [at, { openTime }] of candles.entries()) {
    const before = candles[at - 1]
    if (!before || openTime === before.openTime + intervalMs) continue
    const [from, to] = [before.openTime, openTime].map((time) => new Date(time).toISOString())
    throw new Error(
      openTime > before.openTime
        ? `${name}: line ${at + 2}: a gap, from ${from} to ${to}`
        : `${name}: line ${at + 2}: ${to} doesn't come after ${from}`,
    )
  }
}
