/** Candle messages: the live candle, and after a turn those that closed since the last message (W3). */

import { bucketEnd } from "#core/candle/bucket.ts"
import { INTERVALS, type Interval } from "#core/candle/interval.ts"
import type { Instrument } from "#core/instrument/instrument.ts"
import type { CandleRow, TradeRow } from "#core/wire/index.ts"
import { intervalsOf } from "#server/read-model/live-candles.ts"
import type { MarketChange, MarketReader } from "#server/read-model/market-reader.ts"
import { messageText, type Source, type Topic } from "../topic.ts"
import { closeCandles, type Fold, foldOfIndexTick, foldOfTrade } from "./close-candles.ts"

/** Closed candles; the live one is read when the message is written out. */
type CandleNews = readonly CandleRow[]

/** Closed candles kept for a slow reader; one who missed more reads them by HTTP. */
const KEPT_CLOSED_MAX = 10
/** What a row of short texts costs. */
const ROW_BYTES = 240

type IndexTick = readonly [number, number, string]

interface Followed {
  instrument: Instrument
  interval: Interval
  /** The live candle as last published. */
  row: CandleRow
  /** First moment after its bucket. */
  endsAt: number
}

class CandleSource implements Source<CandleNews> {
  readonly channel = "candle"
  readonly topics = new Map<string, Topic>()
  readonly #reader: MarketReader
  readonly #followed = new Map<string, Followed>()
  /** Subscribed while there was no live candle yet. */
  readonly #awaited = new Set<string>()
  #changed = new Set<string>()
  /** Trades and index ticks since the last flush, to finish candles with whose bucket has ended in between. */
  #trades = new Map<string, TradeRow[]>()
  #ticks = new Map<string, IndexTick[]>()
  /** When the next of the followed candles turns. */
  #nextTurn = Number.POSITIVE_INFINITY

  constructor(reader: MarketReader) {
    this.#reader = reader
  }

  knows(key: string): boolean {
    return this.#parts(key) !== undefined
  }

  #parts(key: string): { instrument: Instrument; interval: Interval } | undefined {
    const [id = "", name, ...rest] = key.split(":")
    const interval = INTERVALS.find((known) => known === name)
    const instrument = this.#reader.instrument(id)
    if (!instrument || !interval || rest.length > 0) return undefined
    // An interval that isn't kept would be confirmed and then stay silent for good.
    return intervalsOf(instrument.kind).includes(interval) ? { instrument, interval } : undefined
  }

  /** A candle also turns without a trade, when the engine's time has passed its end. */
  gather(change: MarketChange): boolean {
    if (this.#followed.size === 0 && this.#awaited.size === 0) return false
    for (const id of change.candles) this.#changed.add(id)
    append(this.#trades, change.trades)
    append(this.#ticks, change.indexes)
    return this.#changed.size > 0 || this.#awaited.size > 0 || change.time >= this.#nextTurn
  }

  *take(): Iterable<readonly [string, CandleNews]> {
    const now = this.#reader.now()
    const begun = [...this.#awaited].filter((key) => this.#followLive(key))
    for (const key of begun) yield [key, []]
    if (this.#changed.size === 0 && now < this.#nextTurn) return
    const changed = this.#changed
    const [trades, ticks] = [this.#trades, this.#ticks]
    this.#changed = new Set()
    this.#trades = new Map()
    this.#ticks = new Map()
    this.#nextTurn = Number.POSITIVE_INFINITY
    for (const [key, followed] of this.#followed) {
      const { instrument } = followed
      if (begun.includes(key)) continue
      if (changed.has(instrument.id) || now >= followed.endsAt) {
        yield [key, this.#advance(key, followed, () => foldsOf(instrument, trades, ticks))]
      }
    }
    for (const { endsAt } of this.#followed.values()) this.#nextTurn = Math.min(this.#nextTurn, endsAt)
  }

  /** Moves to the live candle of now; returns what closed on the way. */
  #advance(key: string, followed: Followed, folds: () => Fold[]): CandleNews {
    const { instrument, interval, row } = followed
    const live = this.#reader.liveCandle(instrument.id, interval)
    if (!live) return []
    this.#follow(key, { instrument, interval, row: live, endsAt: bucketEnd(live[0], interval) })
    if (live[0] <= row[0]) return []
    return closeCandles({ instrument, interval, row, folds: folds(), until: live[0] })
  }

  #follow(key: string, followed: Followed): void {
    this.#followed.set(key, followed)
    this.#nextTurn = Math.min(this.#nextTurn, followed.endsAt)
  }

  whole(key: string): CandleNews {
    if (!this.#followed.has(key) && !this.#followLive(key)) this.#awaited.add(key)
    return []
  }

  /** Follows the live candle, if there is one. */
  #followLive(key: string): boolean {
    const parts = this.#parts(key)
    const row = parts && this.#reader.liveCandle(parts.instrument.id, parts.interval)
    if (!row) return false
    this.#awaited.delete(key)
    this.#follow(key, { ...parts, row, endsAt: bucketEnd(row[0], parts.interval) })
    return true
  }

  merge(own: CandleNews | undefined, later: CandleNews): CandleNews {
    return [...(own ?? []), ...later].slice(-KEPT_CLOSED_MAX)
  }

  encode(key: string, closed: CandleNews): string | undefined {
    const parts = this.#parts(key)
    const live = parts && this.#reader.liveCandle(parts.instrument.id, parts.interval)
    if (!live) return undefined
    const data = { instrument: parts.instrument.id, interval: parts.interval, rows: [...closed, live] }
    return messageText(this.channel, JSON.stringify(data))
  }

  size(closed: CandleNews): number {
    return closed.length * ROW_BYTES
  }

  forget(key: string): void {
    this.#followed.delete(key)
    this.#awaited.delete(key)
    if (this.#followed.size > 0 || this.#awaited.size > 0) return
    this.#changed.clear()
    this.#trades.clear()
    this.#ticks.clear()
    this.#nextTurn = Number.POSITIVE_INFINITY
  }
}

function append<Row>(kept: Map<string, Row[]>, added: ReadonlyMap<string, readonly Row[]>): void {
  for (const [key, rows] of added) {
    const own = kept.get(key)
    if (own) own.push(...rows)
    else kept.set(key, [...rows])
  }
}

/** What moved the candles of an instrument: its trades, or the ticks of its index when it has no trades of its own. */
function foldsOf(
  instrument: Instrument,
  trades: ReadonlyMap<string, TradeRow[]>,
  ticks: ReadonlyMap<string, IndexTick[]>,
): Fold[] {
  if (instrument.kind === "second")
    return (ticks.get(instrument.index) ?? []).map(foldOfIndexTick(instrument))
  return (trades.get(instrument.id) ?? []).map(foldOfTrade(instrument))
}

export const candleSource = (reader: MarketReader): Source<CandleNews> => new CandleSource(reader)
