/** Reads a Binance recording in hftbacktest's form: `<receive time, ns> <message>` a line; spot, USD-M, COIN-M. */

import type { RecordedEvent, RecordedLevel, RecordedSymbol, RecordingParser } from "./recorded-event.ts"
import { symbolOf } from "./symbol-name.ts"

/** Deltas kept while no snapshot has come; more mean that there is none. */
const WAITING_MAX = 100_000

interface Depth {
  time: number
  /** First and last update id. */
  first: number
  last: number
  /** Futures only: last id of the delta before. */
  previous: number | undefined
  bids: readonly RecordedLevel[]
  asks: readonly RecordedLevel[]
}

/** Where a symbol's book stands. */
interface Progress {
  symbol: RecordedSymbol
  waiting: Depth[]
  /** Last update id in the book; undefined before the snapshot and after a gap. */
  at: number | undefined
  /** The next delta is the first after a snapshot and may overlap it. */
  isFresh: boolean
  /** Updates were missing, and no snapshot has come since. */
  hasGap: boolean
}

export interface BinanceMessage {
  stream?: string
  data?: BinanceData
  lastUpdateId?: number
  symbol?: string
  E?: number
  bids?: RecordedLevel[]
  asks?: RecordedLevel[]
}
interface BinanceData {
  e?: string
  E?: number
  T?: number
  s: string
  u: number
  U: number
  pu?: number
  b: RecordedLevel[] | string
  a: RecordedLevel[] | string
  B?: string
  A?: string
  p?: string
  q?: string
  m?: boolean
}

export class BinanceRecording implements RecordingParser {
  readonly symbols = new Map<string, RecordedSymbol>()
  readonly #arePerpetual: boolean
  readonly #progress = new Map<string, Progress>()

  /** @param arePerpetual all that is recorded there; else a delta's own numbering tells */
  constructor(arePerpetual = false) {
    this.#arePerpetual = arePerpetual
  }

  static recognises(line: string): boolean {
    return /^\d{15,20} \{/.test(line)
  }

  parse(line: string): Iterable<RecordedEvent> {
    const space = line.indexOf(" ")
    return this.read(
      JSON.parse(line.slice(space + 1)) as BinanceMessage,
      millisecondsOf(line.slice(0, space)),
    )
  }

  /** A message of a stream, or the answer to a call for a snapshot. `time` in epoch ms. */
  *read(message: BinanceMessage, time: number): Generator<RecordedEvent> {
    if (message.lastUpdateId !== undefined) yield* this.#snapshot(message, message.lastUpdateId, time)
    else if (message.data?.s) yield* this.#data(message.data, time, message.stream ?? "")
  }

  *#data(data: BinanceData, time: number, stream: string): Generator<RecordedEvent> {
    const progress = this.#of(data)
    const symbol = progress.symbol.name
    if (data.e === "depthUpdate") yield* this.#depth(progress, depthOf(data, time), false)
    else if (stream.endsWith("@bookTicker"))
      yield {
        kind: "ticker",
        symbol,
        time,
        id: data.u,
        bid: [String(data.b), data.B ?? "0"],
        ask: [String(data.a), data.A ?? "0"],
      }
    else if ((data.e === "trade" || data.e === "aggTrade") && data.p && data.q)
      yield { kind: "trade", symbol, time, price: data.p, quantity: data.q, side: data.m ? "sell" : "buy" }
  }

  /** Futures number each delta's forerunner (`pu`) or carry the time of the trade engine (`T`). */
  #of(data: BinanceData): Progress {
    const known = this.#progress.get(data.s)
    if (known) {
      if (data.pu !== undefined) known.symbol.isPerpetual = true
      return known
    }
    return this.#begin(data.s, data.pu !== undefined)
  }

  #begin(name: string, isPerpetual: boolean): Progress {
    const progress: Progress = {
      symbol: symbolOf(name, isPerpetual || this.#arePerpetual),
      waiting: [],
      at: undefined,
      isFresh: false,
      hasGap: false,
    }
    this.#progress.set(name, progress)
    this.symbols.set(progress.symbol.name, progress.symbol)
    return progress
  }

  *#depth(progress: Progress, depth: Depth, isCatchingUp: boolean): Generator<RecordedEvent> {
    if (progress.at === undefined) {
      progress.waiting.push(depth)
      if (progress.waiting.length > WAITING_MAX) progress.waiting.shift()
      if (progress.hasGap) yield { kind: "lost", symbol: progress.symbol.name, time: depth.time }
      return
    }
    const overlap = depth.previous === undefined ? depth.last <= progress.at : depth.last < progress.at
    if (overlap) {
      yield { kind: "old", symbol: progress.symbol.name, time: depth.time }
      return
    }
    if (!follows(progress, depth)) {
      progress.at = undefined
      progress.waiting = [depth]
      progress.hasGap = true
      yield { kind: "gap", symbol: progress.symbol.name, time: depth.time }
      return
    }
    progress.at = depth.last
    progress.isFresh = false
    const { time, bids, asks, last } = depth
    yield { kind: "delta", symbol: progress.symbol.name, time, bids, asks, id: last, isCatchingUp }
  }

  /** The bare answer of the REST call: where nobody names its market, it belongs where its number fits. */
  *#snapshot(message: BinanceMessage, id: number, time: number): Generator<RecordedEvent> {
    const { symbol } = message
    const progress =
      symbol === undefined
        ? this.#whoseSnapshot(id)
        : (this.#progress.get(symbol) ?? this.#begin(symbol, false))
    if (!progress) return
    const { waiting } = progress
    progress.at = id
    progress.isFresh = true
    progress.hasGap = false
    progress.waiting = []
    const { bids = [], asks = [] } = message
    yield { kind: "snapshot", symbol: progress.symbol.name, time, bids, asks, id }
    for (const depth of waiting) yield* this.#depth(progress, depth, true)
  }

  #whoseSnapshot(id: number): Progress | undefined {
    const all = [...this.#progress.values()]
    const distance = ({ waiting, at }: Progress) =>
      Math.abs((waiting.at(-1)?.last ?? at ?? Number.MAX_VALUE) - id)
    return all.sort((one, other) => distance(one) - distance(other))[0]
  }
}

/** Receive times come in ns; older recordings have µs. */
const millisecondsOf = (stamp: string) => Math.floor(Number(stamp) / (stamp.length > 17 ? 1e6 : 1e3))

/** Binance's own rules: the first delta spans the snapshot's id, each later one follows the one before. */
function follows({ at, isFresh }: Progress, { first, last, previous }: Depth): boolean {
  if (at === undefined) return false
  if (isFresh) return first <= at + 1 && last >= at
  return previous === undefined ? first === at + 1 : previous === at
}

function depthOf(data: BinanceData, time: number): Depth {
  const { U: first, u: last, pu: previous, b, a } = data
  if (!Array.isArray(b) || !Array.isArray(a)) throw new Error("a depth update without levels")
  return { time, first, last, previous, bids: b, asks: a }
}
