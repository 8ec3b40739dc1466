/** The HTTP calls of the worker: lists, candles, trades and sparklines, and what the user has set for contracts. */

import type { Interval } from "#core/candle/interval.ts"
import type { contractSettings } from "#core/wire/contract-position-calls.ts"
import type { Envelope, ResponseOf } from "#core/wire/endpoint.ts"
import type {
  contractMarkets,
  kline,
  secondMarkets,
  sparklines,
  spotMarkets,
  trades,
} from "#core/wire/market-calls.ts"
import { PROBLEMS, type ProblemName } from "#core/wire/problem.ts"
import type { WorkerProblem } from "../frame.ts"
import { isRecord } from "../socket/read-messages.ts"
import { NETWORK_TIMEOUT_MS, type Surroundings } from "../surroundings.ts"
import type { MarketKind } from "../view.ts"

/** As in core/wire (a test compares them); written here so that no schema comes into the worker. */
export const PATHS = {
  spot: "/market/exchange",
  perpetual: "/market/contract",
  second: "/market/second",
  sparklines: "/market/sparklines",
  kline: "/market/kline",
  trades: "/market/trades",
  contractSettings: "/contract/settings",
} as const
const SUCCESS = 200
/** Bars or trades in one answer that is asked for. */
export const PAGE_ROWS = 500
/** core/wire KLINE_LIMIT_MAX. */
export const KLINE_ROWS_MAX = 1000

export type MarketList = ResponseOf<typeof spotMarkets | typeof contractMarkets | typeof secondMarkets>
export type Sparklines = ResponseOf<typeof sparklines>
export type KlinePage = ResponseOf<typeof kline>
export type TradePage = ResponseOf<typeof trades>
type ContractSettingRows = ResponseOf<typeof contractSettings>

/** Every call answers `undefined` when it failed; the reason has gone to `report` by then. */
export class MarketCalls {
  #surroundings: Surroundings
  #report: (problem: WorkerProblem) => void
  #base = ""
  #language = "en"

  constructor(surroundings: Surroundings, report: (problem: WorkerProblem) => void) {
    this.#surroundings = surroundings
    this.#report = report
  }

  configure(base: string, language: string): void {
    this.#base = base
    this.#language = language
  }

  markets(kind: MarketKind): Promise<MarketList | undefined> {
    return this.#get<MarketList>(PATHS[kind], {}, (data) => Array.isArray(data.rows) && isRecord(data.feed))
  }

  sparklines(kind: MarketKind): Promise<Sparklines | undefined> {
    return this.#get<Sparklines>(PATHS.sparklines, { kind }, (data) => Array.isArray(data.rows))
  }

  /** Oldest first, opening before `before` (none: the newest, the live one included). */
  kline(symbol: string, interval: Interval, limit: number, before?: number): Promise<KlinePage | undefined> {
    const query = { symbol, interval, limit, ...(before === undefined ? {} : { before }) }
    return this.#get<KlinePage>(
      PATHS.kline,
      query,
      (data) => Array.isArray(data.rows) && Array.isArray(data.holes) && typeof data.more === "boolean",
    )
  }

  /** Newest first, with ids below `before`. */
  trades(symbol: string, limit: number, before: number): Promise<TradePage | undefined> {
    return this.#get<TradePage>(PATHS.trades, { symbol, limit, before }, (data) => Array.isArray(data.rows))
  }

  contractSettings(token: string): Promise<ContractSettingRows | undefined> {
    return this.#get<ContractSettingRows>(
      PATHS.contractSettings,
      {},
      (data) => Array.isArray(data.rows),
      token,
    )
  }

  async #get<Data>(
    path: string,
    query: Readonly<Record<string, string | number>>,
    isSound: (data: Record<string, unknown>) => boolean,
    token?: string,
  ): Promise<Data | undefined> {
    const words = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    const url = `${this.#base}${path}${words.length > 0 ? "?" : ""}${words.join("&")}`
    const stop = new AbortController()
    const timer = this.#surroundings.setTimer(() => stop.abort(), NETWORK_TIMEOUT_MS)
    try {
      const headers = {
        lang: this.#language,
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      }
      const settings = { headers, signal: stop.signal }
      const answer = await this.#surroundings.fetch(url, settings)
      if (!answer.ok) return this.#fail("NETWORK", `${path}: HTTP ${answer.status}`)
      const envelope = (await answer.json()) as Partial<Envelope<unknown>> | null
      if (envelope?.code !== SUCCESS) return this.#fail(nameOf(envelope?.code), path)
      if (!isRecord(envelope.data) || !isSound(envelope.data)) return this.#fail("FORMAT", path)
      return envelope.data as Data
    } catch (reason) {
      return this.#fail("NETWORK", `${path}: ${String(reason)}`)
    } finally {
      this.#surroundings.clearTimer(timer)
    }
  }

  #fail(name: WorkerProblem["name"], detail: string): undefined {
    this.#report({ kind: "call", name, detail })
    return undefined
  }
}

function nameOf(code: unknown): ProblemName {
  for (const [name, known] of Object.entries(PROBLEMS)) if (known === code) return name as ProblemName
  return "INTERNAL"
}
