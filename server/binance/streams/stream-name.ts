/** Stream names such as `btcusdt@depth@100ms`, read into what they ask for. */

import type { Interval } from "#core/candle/interval.ts"
import { DoorError, type Venue } from "../door-error.ts"
import { intervalNamed } from "../market-data.ts"
import type { Symbols } from "../symbols.ts"

/** Alone on its connection, or with the stream's name round it. */
export type MessageForm = "raw" | "combined"

export type StreamKind =
  | "trade"
  | "aggTrade"
  | "kline"
  | "miniTicker"
  | "ticker"
  | "windowTicker"
  | "avgPrice"
  | "bookTicker"
  | "partial"
  | "depth"
  | "markPrice"

export interface StreamTerms {
  market: Venue
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
  /** Of `windowTicker`: how long it is, ms, and as the door calls it. */
  window: { ms: number; said: string } | undefined
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

/** How often each kind is told, ms. */
const RATES = {
  spot: { depth: [1000, 100], partial: [1000, 100], kline: 2000 },
  futures: { depth: [250, 500, 100], partial: [250, 500, 100], kline: 250 },
} as const
const TICKER_MS = 1000
const MARK_MS = [3000, 1000]

/** Lengths of rolling windows, ms. */
const WINDOWS_MS: ReadonlyMap<string, number> = new Map([
  ["1h", 3_600_000],
  ["4h", 14_400_000],
  ["1d", 86_400_000],
])

type Form = Pick<StreamTerms, "kind" | "everyMs" | "levels" | "interval" | "window">
const form = (
  kind: StreamKind,
  everyMs: number,
  more: Partial<Pick<Form, "levels" | "interval" | "window">> = {},
): Form => ({ kind, everyMs, levels: 0, interval: undefined, window: undefined, ...more })

export class StreamNames {
  readonly #symbols: Symbols

  constructor(symbols: Symbols) {
    this.#symbols = symbols
  }

  /** What `name` asks for in this market; undefined: there is no such stream. */
  read(market: Venue, name: string): StreamTerms | undefined {
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

  #idOf(market: Venue, symbol: string): string | undefined {
    try {
      return (market === "spot" ? this.#symbols.spot(symbol) : this.#symbols.future(symbol)).id
    } catch (error) {
      if (error instanceof DoorError) return undefined
      throw error
    }
  }
}

function formOfAll(market: Venue, subject: string, rest: readonly string[]): Form | undefined {
  const [list, rate, ...more] = rest
  if (list !== "arr" || more.length > 0) return undefined
  if (subject === "!markPrice" && market === "futures") return markForm(rate)
  if (rate !== undefined) return undefined
  if (market === "spot" && subject.startsWith("!ticker_")) return windowForm(subject.slice(1))
  if (subject === "!miniTicker") return form("miniTicker", TICKER_MS)
  return subject === "!ticker" ? form("ticker", TICKER_MS) : undefined
}

function formOf(market: Venue, rest: readonly string[]): Form | undefined {
  const [what = "", rate, ...more] = rest
  if (more.length > 0) return undefined
  const depth = /^depth(5|10|20)?$/.exec(what)
  if (depth) {
    const kind = depth[1] === undefined ? "depth" : "partial"
    const [usual, ...others] = RATES[market][kind]
    const everyMs = rate === undefined ? usual : others.find((ms) => rate === `${ms}ms`)
    return everyMs === undefined ? undefined : form(kind, everyMs, { levels: Number(depth[1] ?? 0) })
  }
  if (what === "markPrice" && market === "futures") return markForm(rate)
  if (rate !== undefined) return undefined
  const said = /^kline_(\w+)$/.exec(what)?.[1]
  const own = said === undefined ? undefined : intervalNamed(said)
  if (said !== undefined && own !== undefined)
    return form("kline", RATES[market].kline, { interval: { own, said } })
  if (market === "spot" && what.startsWith("ticker_")) return windowForm(what)
  if (market === "spot" && what === "avgPrice") return form(what, TICKER_MS)
  if (what === "trade" || what === "aggTrade" || what === "bookTicker") return form(what, 0)
  return what === "ticker" || what === "miniTicker" ? form(what, TICKER_MS) : undefined
}

/** `ticker_1h`. */
function windowForm(what: string): Form | undefined {
  const said = what.slice("ticker_".length)
  const ms = WINDOWS_MS.get(said)
  return ms === undefined ? undefined : form("windowTicker", TICKER_MS, { window: { ms, said } })
}

function markForm(rate: string | undefined): Form | undefined {
  const [usual = 0, fast = 0] = MARK_MS
  if (rate === undefined) return form("markPrice", usual)
  return rate === "1s" ? form("markPrice", fast) : undefined
}
