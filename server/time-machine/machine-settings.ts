/** What `npm run market` is told: its words, their defaults, and one clear line for each that is wrong. */

import { existsSync, readdirSync, statSync } from "node:fs"
import { basename, dirname, join, resolve } from "node:path"
import { parseArgs } from "node:util"
import { parseAmount } from "#core/money/steps.ts"
import type { Amount, TimeMs } from "#core/money/units.ts"
import { type CandleFile, readCandleFile } from "../feed/simulated/candle-file.ts"
import { readAmounts } from "../settings/setting-readers.ts"
import { StartProblem } from "../settings/start-problem.ts"
import { type RecordingStretch, readRecordingStretch } from "./recording-stretch.ts"

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
const DAYS_MAX = 366
/** The generated markets are listed the day before. */
const GENERATED_SINCE = Date.UTC(2023, 0, 3)
const SPEED_MAX = 1000
/** Seconds that the clock goes at a time. Prices of an index are stale after ten (N4). */
const STEPS = ["0.1", "0.5", "1", "2", "5"]
const SEED_MAX = 4_294_967_295
const PORT = 8090

export interface MachineSettings {
  /** Epoch ms, whole minutes; `to` isn't part of the stretch. */
  from: TimeMs
  to: TimeMs
  /** As they were given, in capitals: `BTCUSDT`. */
  symbols: readonly string[]
  /** Simulated seconds in a real one; null: the clock waits for whoever moves it on. */
  speed: number | null
  stepMs: number
  seed: number
  port: number
  /** Recorded candles by instrument, `BTC_USDT` and `BTC_USDT_PERP`; empty: all prices are generated. */
  candles: ReadonlyMap<string, CandleFile>
  /** Recorded books and trades in place of both; null: none. */
  recording: RecordingStretch | null
  /** What the account begins with. */
  balance: readonly { currency: string; amount: Amount }[]
  /** Of that, USDT in the contract account. */
  contractBalance: Amount
  /** Null: a folder of its own that is removed at the end. */
  data: string | null
  /** Without an ending: `.html` and `.json` are written. */
  report: string
  /** A command to run beside it, by the shell. */
  program: string | null
}

export const HELP = `npm run market -- --from TIME --to TIME --symbols LIST [more]

Runs a stretch of time on a real exchange of its own, as quickly as you like, and ends with a report.
docs/time-machine.md tells how programs trade in it.

  --from, --to TIME         the stretch, whole minutes in UTC: 2026-10-01T00:00Z; of a file by default all of it
  --symbols LIST            such as BTCUSDT,ETHUSDT: spot, perpetual and second contract of each; of a recording by default all in it
  --candles [SYMBOL=]FILE   recorded candles (CSV) in place of generated prices; once for each symbol, BTCUSDT_PERP=FILE as well
  --recording FILE          recorded books and trades, played as they were: of SAKER_RECORD, or of other exchanges
  --speed N                 simulated seconds in a real one, 1 to ${SPEED_MAX}; default 100
  --lockstep                the clock moves only when a program says so: POST /machine/advance
  --step SECONDS            how far the clock goes at a time: ${STEPS.join(", ")}; default by speed, in lockstep 1
  --seed N                  0 to ${SEED_MAX}: the same seed has the same prices; default 1
  --balance LIST            what the account begins with, USDT:10000,BTC:0.1; default USDT:10000
  --contract-balance USDT   how much of it is in the contract account; default half of it
  --program COMMAND         is started with address and key in its environment, and ended with the stretch
  --port N                  of page, HTTP and socket on 127.0.0.1; default ${PORT}, 0 takes a free one
  --report NAME             NAME.html and NAME.json are written at the end; default ./market-report
  --data FOLDER             keeps the exchange's data; default: a folder that is removed at the end`

const OPTIONS = {
  from: { type: "string" },
  to: { type: "string" },
  symbols: { type: "string" },
  candles: { type: "string", multiple: true },
  recording: { type: "string" },
  speed: { type: "string" },
  lockstep: { type: "boolean" },
  step: { type: "string" },
  seed: { type: "string" },
  balance: { type: "string" },
  "contract-balance": { type: "string" },
  program: { type: "string" },
  port: { type: "string" },
  report: { type: "string" },
  data: { type: "string" },
  help: { type: "boolean", short: "h" },
} as const

type Given = ReturnType<typeof parseArgs<{ options: typeof OPTIONS }>>["values"]

const wrong = (name: string, given: string, allowed: string): StartProblem =>
  new StartProblem(`--${name}: ${given}; allowed: ${allowed}`)

/**
 * @param known symbols that can be run
 * @returns "help" where that is asked for
 * @throws StartProblem with one line for whoever typed it
 */
export function readMachineSettings(
  args: readonly string[],
  known: readonly string[],
): MachineSettings | "help" {
  const given = wordsOf(args)
  if (given.help) return "help"
  const recording = recordingOf(given)
  const symbols = recording ? recordedSymbolsOf(given.symbols, recording) : symbolsOf(given.symbols, known)
  const candles = candlesOf(given.candles ?? [], symbols)
  const [from, to] = stretchOf(given, recording ? [recording] : [...candles.values()].map(spanOf))
  const speed = speedOf(given)
  const balance = balanceOf(given.balance ?? "USDT:10000", symbols)
  const program = given.program ?? null
  if (program?.trim() === "") throw wrong("program", "nothing", "a command such as 'node bot.mjs'")
  return {
    ...{ from, to, symbols, speed, candles, recording, balance, program },
    stepMs: stepOf(given.step, speed),
    seed: wholeOf("seed", given.seed ?? "1", SEED_MAX),
    port: wholeOf("port", given.port ?? String(PORT), 65_535),
    contractBalance: contractBalanceOf(given["contract-balance"], balance),
    data: folderOf(given.data),
    report: reportOf(given.report ?? "market-report"),
  }
}

function wordsOf(args: readonly string[]): Given {
  try {
    return parseArgs({ args: args.filter((word) => word !== "--"), options: OPTIONS }).values
  } catch (error) {
    const [line] = String(error instanceof Error ? error.message : error).split(/\. |\n/)
    throw new StartProblem(`${line}; npm run market -- --help lists what there is`)
  }
}

function symbolsOf(given: string | undefined, known: readonly string[]): string[] {
  const allowed = `${known.slice(0, 8).join(", ")} … (${known.length} in all), parted by commas`
  const symbols = (given ?? "").split(",").flatMap((one) => {
    const symbol = one.trim().toUpperCase().replace(/[/_-]/g, "")
    return symbol === "" ? [] : [symbol]
  })
  if (symbols.length === 0) throw wrong("symbols", "nothing", allowed)
  for (const symbol of symbols)
    if (!known.includes(symbol)) throw wrong("symbols", `${symbol} isn't known`, allowed)
  return [...new Set(symbols)]
}

function recordingOf({ recording, candles = [] }: Given): RecordingStretch | null {
  if (recording === undefined) return null
  if (candles.length > 0) throw wrong("recording", "given with --candles", "one of the two")
  try {
    return readRecordingStretch(recording)
  } catch (error) {
    throw new StartProblem(`--recording: ${error instanceof Error ? error.message : error}`)
  }
}

const recordedSymbolsOf = (given: string | undefined, { symbols }: RecordingStretch): readonly string[] =>
  given === undefined ? symbols : symbolsOf(given, symbols)

function candlesOf(given: readonly string[], symbols: readonly string[]): Map<string, CandleFile> {
  const files = new Map<string, CandleFile>()
  for (const word of given) {
    const [, named, file = word] = /^([A-Za-z0-9/_-]+)=(.+)$/.exec(word) ?? []
    const [first] = symbols
    if (named === undefined && symbols.length > 1)
      throw wrong("candles", word, `SYMBOL=FILE, as there are several symbols`)
    const symbol = (named ?? first ?? "").toUpperCase().replace(/[/-]/g, "")
    const isPerpetual = symbol.endsWith("_PERP")
    const plain = symbol.replace(/_PERP$/, "").replace("_", "")
    if (!symbols.includes(plain))
      throw wrong("candles", `${named} isn't among the symbols`, symbols.join(", "))
    const id = `${plain.replace(/USDT$/, "_USDT")}${isPerpetual ? "_PERP" : ""}`
    if (files.has(id)) throw wrong("candles", `${symbol} has two files`, "one for each")
    files.set(id, readFile(file))
  }
  const bare = symbols.find((symbol) => !files.has(symbol.replace(/USDT$/, "_USDT")))
  if (files.size > 0 && bare)
    throw wrong("candles", `${bare} has none`, "a file for each symbol, or none at all")
  return files
}

function readFile(file: string): CandleFile {
  try {
    return readCandleFile(file)
  } catch (error) {
    throw new StartProblem(`--candles: ${error instanceof Error ? error.message : error}`)
  }
}

const TIME = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:00(\.000)?)?Z?)?$/
const shown = (time: number): string => `${new Date(time).toISOString().slice(0, 16)}Z`

const spanOf = ({ candles, intervalMs }: CandleFile) => ({
  begin: candles[0]?.openTime ?? 0,
  end: (candles.at(-1)?.openTime ?? 0) + intervalMs,
})

/** `spans`: what each file holds; none: nothing is recorded. */
function stretchOf(given: Given, spans: readonly { begin: TimeMs; end: TimeMs }[]): [TimeMs, TimeMs] {
  const begin = Math.max(...spans.map((span) => span.begin))
  const end = Math.min(...spans.map((span) => span.end))
  const isRecorded = spans.length > 0
  const [whole, last] = [Math.ceil(begin / MINUTE_MS) * MINUTE_MS, Math.floor(end / MINUTE_MS) * MINUTE_MS]
  const from = timeOf("from", given.from, isRecorded ? whole : undefined)
  const to = timeOf("to", given.to, isRecorded ? last : undefined)
  if (to <= from) throw wrong("to", `${shown(to)} doesn't come after ${shown(from)}`, "a later time")
  if (to - from > DAYS_MAX * DAY_MS)
    throw wrong("to", `${Math.ceil((to - from) / DAY_MS)} days`, `${DAYS_MAX} days at most`)
  if (isRecorded && (from < begin || to > end))
    throw wrong(
      "from",
      `${shown(from)} to ${shown(to)}`,
      `what was recorded, ${shown(whole)} to ${shown(last)}`,
    )
  if (!isRecorded && from < GENERATED_SINCE)
    throw wrong("from", shown(from), `${shown(GENERATED_SINCE)} or later; markets are listed then`)
  return [from, to]
}

function timeOf(name: string, given: string | undefined, otherwise: number | undefined): TimeMs {
  const allowed = "a whole minute in UTC such as 2026-10-01T00:00Z"
  if (given === undefined) {
    if (otherwise === undefined) throw wrong(name, "nothing", allowed)
    return otherwise
  }
  const text = given.length === 10 ? `${given}T00:00` : given
  const time = TIME.test(given) ? Date.parse(text.endsWith("Z") ? text : `${text}Z`) : Number.NaN
  // The 31st of a month without one becomes the first of the next.
  if (Number.isNaN(time) || !new Date(time).toISOString().startsWith(given.slice(0, 10)))
    throw wrong(name, `${given} is no such time`, allowed)
  return time
}

function speedOf({ speed, lockstep = false }: Given): number | null {
  if (lockstep) {
    if (speed !== undefined) throw wrong("speed", "given with --lockstep", "one of the two")
    return null
  }
  const value = /^\d{1,4}(\.\d{1,3})?$/.test(speed ?? "100") ? Number(speed ?? 100) : Number.NaN
  if (!(value >= 1 && value <= SPEED_MAX)) throw wrong("speed", `${speed}`, `a number from 1 to ${SPEED_MAX}`)
  return value
}

/** The finest that a machine of two cores follows at this speed with one symbol. */
function stepOf(given: string | undefined, speed: number | null): number {
  const usual = speed === null ? "1" : speed <= 5 ? "0.1" : speed <= 20 ? "0.5" : speed <= 200 ? "1" : "5"
  const step = given ?? usual
  if (!STEPS.includes(step)) throw wrong("step", step, `${STEPS.join(", ")} seconds`)
  return Number(step) * 1000
}

function wholeOf(name: string, given: string, most: number): number {
  if (!/^\d{1,10}$/.test(given) || Number(given) > most)
    throw wrong(name, given, `a whole number from 0 to ${most}`)
  return Number(given)
}

function balanceOf(given: string, symbols: readonly string[]): MachineSettings["balance"] {
  const amounts = readAmounts(given)
  if (!amounts || amounts.length === 0) throw wrong("balance", given, "amounts such as USDT:10000,BTC:0.1")
  for (const { currency } of amounts)
    if (currency !== "USDT" && !symbols.includes(`${currency}USDT`))
      throw wrong("balance", `${currency} isn't traded in this stretch`, "USDT and the coins of --symbols")
  return amounts
}

function contractBalanceOf(given: string | undefined, balance: MachineSettings["balance"]): Amount {
  const most = balance.find(({ currency }) => currency === "USDT")?.amount ?? (0n as Amount)
  if (given === undefined) return (most / 2n) as Amount
  const amount = parseAmount(given)
  if (!amount.ok || amount.value > most)
    throw wrong("contract-balance", given, "an amount of USDT, no more than the balance has")
  return amount.value
}

function folderOf(given: string | undefined): string | null {
  if (given === undefined) return null
  const folder = resolve(given)
  try {
    if (!existsSync(folder) || readdirSync(folder).length === 0) return folder
  } catch (error) {
    throw new StartProblem(`--data: ${folder}: ${error instanceof Error ? error.message : error}`)
  }
  throw wrong("data", `${folder} isn't empty`, "a new or an empty folder")
}

function reportOf(given: string): string {
  const name = resolve(given.replace(/\.(html|json)$/, ""))
  const folder = dirname(name)
  if (!existsSync(folder) || !statSync(folder).isDirectory())
    throw wrong("report", `${folder} is no folder`, "a name in a folder that there is")
  if (existsSync(`${name}.html`) && !statSync(`${name}.html`).isFile())
    throw wrong("report", `${join(folder, basename(name))}.html is no file`, "another name")
  return name
}
