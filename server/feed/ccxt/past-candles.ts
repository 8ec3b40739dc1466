/** History from the exchange's own candles: fetched and cached by pages, coarser intervals rolled up. */

import { bucketEnd, INTERVAL_MS } from "#core/candle/bucket.ts"
import type { Candle } from "#core/candle/candle.ts"
import type { Interval } from "#core/candle/interval.ts"
import { rollUp } from "#core/candle/roll-up.ts"
import type { Instrument } from "#core/instrument/instrument.ts"
import { type Lots, STEP_COUNT_MAX, type Ticks, type TimeMs } from "#core/money/units.ts"
import type { PastHistory } from "../../read-model/history-source.ts"
import type { CcxtCandle, CcxtExchange } from "./ccxt-exchange.ts"
import { FIGURE_ONE, figureOrZero, figureUnits } from "./decimal-units.ts"
import type { FedMarket } from "./listed-markets.ts"

/** Candles of a page; exchanges give 300 to 1000 for one question. */
const PAGE = 1000
/** Questions for one page, at most; an exchange that gives less than 100 candles at a time leaves holes. */
const QUESTIONS_MAX = 12
/** Pages that are kept, the least recently used go first: some 100 MB at worst. */
const PAGES_MAX = 600
/** The page that holds now is asked for anew at most so often. */
const RENEW_MS = 5000
/** How long somebody who looks at a chart waits for the exchange. */
const PATIENCE_MS = 8000
/** All that is asked before the feed starts, together: a slow exchange must not keep the server from coming up. */
const START_PATIENCE_MS = 20_000
/** Bitcoin's first trades on an exchange. */
const FIRST_EVER = Date.UTC(2010, 6, 1)
/** Figures come in 1e-14, ticks and lots are in 1e-8. */
const SCALE = 1_000_000n

/** Lots of a candle, at most: sums of them stay below 2^53. */
const VOLUME_MAX = 2 ** 46

/** Intervals that exchanges have. Weeks and months are rolled up: not all begin theirs on Monday. */
const TIMEFRAMES: readonly (readonly [Interval, string])[] = [
  ["1s", "1s"],
  ["1m", "1m"],
  ["5m", "5m"],
  ["15m", "15m"],
  ["30m", "30m"],
  ["1h", "1h"],
  ["4h", "4h"],
  ["1D", "1d"],
]

interface Page {
  rows: Promise<readonly CcxtCandle[]>
  /** Everything that opens before is in it. */
  until: TimeMs
  askedAt: TimeMs
}

export interface PastCandlesParts {
  exchange: CcxtExchange
  markets: readonly FedMarket[]
  now(): TimeMs
  say(text: string): void
}

export class PastCandles implements PastHistory {
  readonly #parts: PastCandlesParts
  readonly #fed: ReadonlyMap<string, FedMarket>
  readonly #pages = new Map<string, Page>()
  /** Nothing was there before, by symbol and timeframe. */
  readonly #firsts = new Map<string, TimeMs>()
  #startsBy: TimeMs | undefined
  #isStarted = false
  #hasFailed = false

  constructor(parts: PastCandlesParts) {
    this.#parts = parts
    this.#fed = new Map(parts.markets.map((market) => [market.instrument.id, market]))
  }

  /** From now on only single charts are asked for. */
  started(): void {
    this.#isStarted = true
  }

  since(now: TimeMs, { id }: Instrument, interval: Interval): TimeMs {
    const fed = this.#fed.get(id)
    const source = this.#sourceOf(interval)
    if (!fed || !source) return now
    return this.#firsts.get(`${fed.symbol}/${source[0]}`) ?? FIRST_EVER
  }

  async candles(instrument: Instrument, interval: Interval, from: TimeMs, to: TimeMs): Promise<Candle[]> {
    const fed = this.#fed.get(instrument.id)
    const source = this.#sourceOf(interval)
    if (!fed || !source || from >= to) return []
    const rows = await this.#within(this.#rows(fed.symbol, source, from, to))
    const candles = rows.flatMap((row) => candleOf(row, fed, source[0]) ?? [])
    return source[0] === interval ? candles : rollUp(candles, interval)
  }

  /** The coarsest timeframe of the exchange that makes up an interval. */
  #sourceOf(interval: Interval): readonly [Interval, string] | undefined {
    const { exchange } = this.#parts
    // What ccxt would make up of trades reaches back for minutes and costs as many questions.
    const has = exchange.has.fetchOHLCV === true ? (exchange.timeframes ?? {}) : {}
    const most = Math.min(INTERVAL_MS[interval], INTERVAL_MS["1D"])
    return TIMEFRAMES.findLast(
      ([own, name]) => name in has && INTERVAL_MS[own] <= most && most % INTERVAL_MS[own] === 0,
    )
  }

  async #rows(
    symbol: string,
    source: readonly [Interval, string],
    from: TimeMs,
    to: TimeMs,
  ): Promise<readonly CcxtCandle[]> {
    const length = INTERVAL_MS[source[0]] * PAGE
    const all: CcxtCandle[] = []
    for (let start = Math.floor(from / length) * length; start < to; start += length)
      all.push(...(await this.#page(symbol, source, start, Math.min(to, start + length)).rows))
    const found = all.filter(([time]) => Number(time) >= from && Number(time) < to)
    const key = `${symbol}/${source[0]}`
    // Whoever asks for older ones is told that there are none, instead of page after empty page.
    if (found.length === 0 && to - from >= INTERVAL_MS[source[0]] * 10)
      this.#firsts.set(key, Math.max(this.#firsts.get(key) ?? 0, to))
    return found
  }

  #page(symbol: string, source: readonly [Interval, string], start: TimeMs, to: TimeMs): Page {
    const key = `${symbol}/${source[0]}/${start}`
    const now = this.#parts.now()
    const kept = this.#pages.get(key)
    if (kept && (kept.until >= to || now - kept.askedAt < RENEW_MS)) {
      this.#pages.delete(key)
      this.#pages.set(key, kept)
      return kept
    }
    const rows = this.#ask(symbol, source, start)
    const page = { rows, until: Math.min(now, start + INTERVAL_MS[source[0]] * PAGE), askedAt: now }
    this.#pages.set(key, page)
    // What failed is no answer: it is asked for again.
    rows.catch(() => this.#pages.get(key) === page && this.#pages.delete(key))
    for (const oldest of this.#pages.keys()) {
      if (this.#pages.size <= PAGES_MAX) break
      this.#pages.delete(oldest)
    }
    return page
  }

  /** All candles of a page. Some exchanges give fewer than they are asked for: then it goes on behind the last. */
  async #ask(symbol: string, [interval, timeframe]: readonly [Interval, string], start: TimeMs) {
    const end = start + INTERVAL_MS[interval] * PAGE
    const rows = new Map<number, CcxtCandle>()
    let since = start
    for (
      let question = 0;
      question < QUESTIONS_MAX && since < Math.min(end, this.#parts.now());
      question += 1
    ) {
      const most = this.#parts.exchange.features?.spot?.fetchOHLCV?.limit || PAGE
      const limit = Math.min(most, Math.ceil((end - since) / INTERVAL_MS[interval]))
      const given = await this.#parts.exchange.fetchOHLCV(symbol, timeframe, since, limit)
      if (!Array.isArray(given)) break
      let next = since
      for (const row of given) {
        const time = Number(row?.[0])
        if (!(time >= since && time < end)) continue
        rows.set(time, row)
        next = Math.max(next, bucketEnd(time, interval))
      }
      // Nothing within what was asked for: where all of the rest was, that is all; else what is behind it counts.
      if (next === since) next = since + limit * INTERVAL_MS[interval]
      since = next
    }
    return [...rows.values()].sort((one, other) => Number(one[0]) - Number(other[0]))
  }

  /** An exchange that fails or is slow has no history for the moment. */
  async #within(rows: Promise<readonly CcxtCandle[]>): Promise<readonly CcxtCandle[]> {
    rows.catch(() => undefined)
    const now = this.#parts.now()
    this.#startsBy ??= now + START_PATIENCE_MS
    const patience = this.#isStarted ? PATIENCE_MS : Math.max(0, this.#startsBy - now)
    const late = Promise.withResolvers<readonly CcxtCandle[]>()
    const timer = setTimeout(() => late.resolve([]), patience)
    try {
      return await Promise.race([rows, late.promise])
    } catch (error) {
      if (!this.#hasFailed)
        this.#parts.say(
          `${this.#parts.exchange.id}: candles of the past were refused (${error instanceof Error ? error.message.slice(0, 300) : error}); asked again when needed.`,
        )
      this.#hasFailed = true
      return []
    } finally {
      clearTimeout(timer)
    }
  }
}

/** Undefined for a row that makes no sense. */
function candleOf(row: CcxtCandle, fed: FedMarket, interval: Interval): Candle | undefined {
  const { instrument, multiple, contract } = fed
  const tick = instrument.tick * SCALE
  const ticks = row.slice(1, 5).map((figure) => {
    const units = figureUnits(figure)
    return units === undefined ? 0 : Math.max(1, Number((units * multiple + tick / 2n) / tick))
  })
  const [open = 0, high = 0, low = 0, close = 0] = ticks
  const isSound = low >= 1 && low <= Math.min(open, close) && high >= Math.max(open, close)
  const openTime = Number(row[0])
  if (!isSound || high > STEP_COUNT_MAX || openTime % INTERVAL_MS[interval] !== 0) return undefined
  const coins = (figureOrZero(row[5]) * contract) / FIGURE_ONE
  const lots = Number(coins / (instrument.lot * SCALE * multiple))
  return {
    openTime,
    open: open as Ticks,
    high: high as Ticks,
    low: low as Ticks,
    close: close as Ticks,
    volume: Math.min(lots, VOLUME_MAX) as Lots,
    lastTradeId: 0,
    closed: true,
    generated: false,
  }
}
