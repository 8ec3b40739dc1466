/** Stream names such as `btcusdt@depth@100ms`, read into what they ask for. */

import type { Interval } from "#core/candle/interval.ts"
import type { MarketReader } from "#server/read-model/market-reader.ts"

export type DoorMarket = "spot" | "perpetual"
/** Alone on its connection, or with the stream's name round it. */
export type MessageForm = "raw" | "combined"

export type StreamKind =
  | "trade"
  | "aggTrade"
  | "kline"
  | "miniTicker"
  | "ticker"
  | "bookTicker"
  | "partial"
  | "depth"
  | "markPrice"

export interface StreamTerms {
  market: DoorMarket
  /** As it was asked for; combined streams and lists repeat it. */
  name: string
  kind: StreamKind
  /** Undefined: of all instruments of the market. */
  instrument: string | undefined
  /** As the door calls it; empty for all. */
  symbol: string
  /** Told at most this often, ms; 0: at once. */
  everyMs: number
  /** Of `partial`. */
  levels: number
  /** Of `kline`: ours, and as the door calls it. */
  interval: { own: Interval; said: string } | undefined
}

/** The key of a topic: a stream's name may stand in both markets. */
export const streamKey = ({ market, name }: Pick<StreamTerms, "market" | "name">): string =>
  `${market} ${name}`
/** The channel of a kind in a form. */
export const streamChannel = (kind: StreamKind, form: MessageForm): string => `${form} ${kind}`
export const streamTarget = (terms: StreamTerms, form: MessageForm) => ({
  channel: streamChannel(terms.kind, form),
  key: streamKey(terms),
})

const INTERVALS: ReadonlyMap<string, Interval> = new Map<string, Interval>([
  ["1m", "1m"],
  ["5m", "5m"],
  ["15m", "15m"],
  ["30m", "30m"],
  ["1h", "1h"],
  ["4h", "4h"],
  ["1d", "1D"],
  ["1w", "1W"],
  ["1M", "1M"],
])

/** How often each kind is told, ms. */
const RATES = {
  spot: { depth: [1000, 100], partial: [1000, 100], kline: 2000 },
  perpetual: { depth: [250, 500, 100], partial: [250, 500, 100], kline: 250 },
} as const
const TICKER_MS = 1000
const MARK_MS = [3000, 1000]

type Form = Pick<StreamTerms, "kind" | "everyMs" | "levels" | "interval">
const form = (kind: StreamKind, everyMs: number, levels = 0, interval?: StreamTerms["interval"]): Form => ({
  kind,
  everyMs,
  levels,
  interval,
})

export class StreamNames {
  readonly #reader: MarketReader
  #symbols: Readonly<Record<DoorMarket, Map<string, string>>> | undefined

  constructor(reader: MarketReader) {
    this.#reader = reader
  }

  /** What `name` asks for in this market; undefined: there is no such stream. */
  read(market: DoorMarket, name: string): StreamTerms | undefined {
    const [subject = "", ...rest] = name.split("@")
    if (subject.startsWith("!")) {
      const all = formOfAll(market, subject, rest)
      return all && { market, name, ...all, instrument: undefined, symbol: "" }
    }
    const symbol = subject.toUpperCase()
    // Names are written in small letters.
    const instrument = subject === subject.toLowerCase() ? this.#idOf(market, symbol) : undefined
    const read = formOf(market, rest)
    return instrument !== undefined && read ? { market, name, ...read, instrument, symbol } : undefined
  }

  symbolOf(id: string): string {
    const instrument = this.#reader.instrument(id)
    return instrument ? instrument.base + instrument.quote : ""
  }

  #idOf(market: DoorMarket, symbol: string): string | undefined {
    if (!this.#symbols) {
      this.#symbols = { spot: new Map(), perpetual: new Map() }
      for (const { kind, base, quote, id } of this.#reader.instruments())
        if (kind !== "second") this.#symbols[kind].set(base + quote, id)
    }
    return this.#symbols[market].get(symbol)
  }
}

function formOfAll(market: DoorMarket, subject: string, rest: readonly string[]): Form | undefined {
  const [list, rate, ...more] = rest
  if (list !== "arr" || more.length > 0) return undefined
  if (subject === "!markPrice" && market === "perpetual") return markForm(rate)
  if (rate !== undefined) return undefined
  if (subject === "!miniTicker") return form("miniTicker", TICKER_MS)
  return subject === "!ticker" ? form("ticker", TICKER_MS) : undefined
}

function formOf(market: DoorMarket, rest: readonly string[]): Form | undefined {
  const [what = "", rate, ...more] = rest
  if (more.length > 0) return undefined
  const depth = /^depth(5|10|20)?$/.exec(what)
  if (depth) {
    const kind = depth[1] === undefined ? "depth" : "partial"
    const [usual, ...others] = RATES[market][kind]
    const everyMs = rate === undefined ? usual : others.find((ms) => rate === `${ms}ms`)
    return everyMs === undefined ? undefined : form(kind, everyMs, Number(depth[1] ?? 0))
  }
  if (what === "markPrice" && market === "perpetual") return markForm(rate)
  if (rate !== undefined) return undefined
  const said = /^kline_(\w+)$/.exec(what)?.[1]
  const own = said === undefined ? undefined : INTERVALS.get(said)
  if (said !== undefined && own !== undefined) return form("kline", RATES[market].kline, 0, { own, said })
  if (what === "trade" || what === "aggTrade" || what === "bookTicker") return form(what, 0)
  return what === "ticker" || what === "miniTicker" ? form(what, TICKER_MS) : undefined
}

function markForm(rate: string | undefined): Form | undefined {
  const [usual = 0, fast = 0] = MARK_MS
  if (rate === undefined) return form("markPrice", usual)
  return rate === "1s" ? form("markPrice", fast) : undefined
}
