/** Joins traded and computed candles of an instrument, by the rule of `run-spans.ts`. */

import { bucketEnd, bucketStart, INTERVAL_MS, shiftBucket } from "#core/candle/bucket.ts"
import type { Candle } from "#core/candle/candle.ts"
import { isEmpty } from "#core/candle/candle.ts"
import { openCandle } from "#core/candle/fold-trade.ts"
import type { Interval } from "#core/candle/interval.ts"
import { mergeCandles, rollUp } from "#core/candle/roll-up.ts"
import type { Instrument } from "#core/instrument/instrument.ts"
import type { TimeMs } from "#core/money/units.ts"
import type { GeneratedHistory, PastHistory } from "#server/read-model/history-source.ts"
import { SECONDS_KEPT_MS, storedSource } from "#server/storage/market-archive.ts"
import type { EngineInterval } from "./engine-candles.ts"
import { type Origin, type OriginRules, type Segment, segmentsOf } from "./run-spans.ts"

export interface JoinSources {
  /** What the engine traded: archive and memory as one. Buckets that open in [from, to), ascending. */
  traded(instrument: Instrument, interval: EngineInterval, from: TimeMs, to: TimeMs): Promise<Candle[]>
  /** The newest minute with a trade that opens before `before`. */
  lastTraded(instrument: Instrument, before: TimeMs): Promise<Candle | undefined>
  history: GeneratedHistory | PastHistory | undefined
  /** Whole spans; the last one reaches to now. */
  spans(now: TimeMs): OriginRules["spans"]
}

/** Neighbouring buckets of one kind. */
interface Run {
  from: TimeMs
  to: TimeMs
  origin: Origin | "mixed"
  /** When mixed: of what. */
  parts: Segment[]
}

/** A run with what was traded in it and its neighbours. */
interface RunPart {
  from: TimeMs
  to: TimeMs
  now: TimeMs
  trades: readonly Candle[]
}

/** The next finer interval that holds the buckets of another whole; a second is never mixed. */
const FINER: Readonly<Record<Interval, Interval>> = {
  "1s": "1s",
  "5s": "1s",
  "15s": "1s",
  "1m": "1s",
  "5m": "1m",
  "15m": "1m",
  "30m": "1m",
  "1h": "1m",
  "4h": "1h",
  "1D": "1h",
  "1W": "1D",
  "1M": "1D",
}

export class CandleJoin {
  readonly #sources: JoinSources

  constructor(sources: JoinSources) {
    this.#sources = sources
  }

  /** Which origin what has between `from` and `to`; `now` is where the running span ends. */
  segments(
    instrument: Instrument,
    interval: Interval,
    span: { from: TimeMs; to: TimeMs; now: TimeMs },
  ): Segment[] {
    const { history } = this.#sources
    const isKept = storedSource(interval) !== undefined
    return segmentsOf(span.from, span.to, {
      spans: this.#sources.spans(span.now),
      historySince: history && Math.max(history.since(span.now, instrument, interval), 0),
      keptSince:
        isKept || instrument.kind !== "second"
          ? Number.NEGATIVE_INFINITY
          : bucketStart(span.now - SECONDS_KEPT_MS, "1m"),
    })
  }

  /**
   * Candles whose buckets open in [from, to), ascending; `from` is a bucket start, and the last bucket may be cut by
   * `to`, which is at most now. A bucket of which nothing is known is missing.
   */
  async candles(
    instrument: Instrument,
    interval: Interval,
    span: { from: TimeMs; to: TimeMs; now: TimeMs },
  ): Promise<Candle[]> {
    const runs = runsOf(this.segments(instrument, interval, span), interval, span)
    const trades = await this.#tradesOf(instrument, interval, runs)
    const candles: Candle[] = []
    for (const run of runs) {
      const part = { from: run.from, to: run.to, now: span.now }
      if (run.origin === "generated") {
        candles.push(...(await this.#past(instrument, interval, part.from, part.to)))
      } else if (run.origin === "engine") {
        candles.push(...(await this.#traded(instrument, interval, { ...part, trades })))
      } else if (run.origin === "mixed") {
        const mixed = await this.#mixed(instrument, interval, { ...part, trades }, run.parts)
        if (mixed) candles.push(mixed)
      }
    }
    for (const candle of candles) candle.closed = bucketEnd(candle.openTime, interval) <= span.now
    return candles
  }

  /** What was traded in all these runs, read at once. */
  async #tradesOf(instrument: Instrument, interval: Interval, runs: Run[]): Promise<Candle[]> {
    const isNeeded = ({ origin }: Run) => origin === "engine" || (origin === "mixed" && interval === "1m")
    const first = runs.find(isNeeded)
    const last = runs.findLast(isNeeded)
    if (!first || !last) return []
    const source = storedSource(interval) ?? "1s"
    return await this.#sources.traded(instrument, source, first.from, last.to)
  }

  /**
   * Where a page of up to `limit` buckets begins whose last one opens before `to`, and whether anything lies before
   * it; `to` is no later than the known goes. Buckets within holes don't count, so that a page after a long silence is no
   * empty page.
   */
  page(
    instrument: Instrument,
    interval: Interval,
    { to, limit, now }: { to: TimeMs; limit: number; now: TimeMs },
  ): { from: TimeMs; more: boolean } {
    const known = this.segments(instrument, interval, { from: 0, to, now }).filter(
      (one) => one.origin !== "hole",
    )
    let left = limit
    let before = Number.POSITIVE_INFINITY
    for (const segment of known.toReversed()) {
      const first = bucketStart(segment.from, interval)
      const last = Math.min(
        bucketStart(segment.to - 1, interval),
        before === Number.POSITIVE_INFINITY ? before : shiftBucket(before, interval, -1),
      )
      const from = shiftBucket(last, interval, 1 - left)
      if (from >= first) return { from, more: from > bucketStart(known[0]?.from ?? 0, interval) }
      left -= countBuckets(first, last, interval)
      before = Math.min(before, first)
    }
    return { from: Number.isFinite(before) ? before : bucketStart(to, interval), more: false }
  }

  /** Buckets within one run span, the silent ones filled (W3). */
  async #traded(instrument: Instrument, interval: Interval, span: RunPart): Promise<Candle[]> {
    const source = storedSource(interval) ?? "1s"
    const found = span.trades.filter((one) => one.openTime >= span.from && one.openTime < span.to)
    const rolled = source === interval ? found.map((candle) => ({ ...candle })) : rollUp(found, interval)
    const byTime = new Map(rolled.map((candle) => [candle.openTime, candle]))
    let close = byTime.has(span.from) ? undefined : await this.#closeBefore(instrument, span)
    const candles: Candle[] = []
    for (let openTime = span.from; openTime < span.to; openTime = bucketEnd(openTime, interval)) {
      const candle = byTime.get(openTime) ?? (close === undefined ? undefined : openCandle(openTime, close))
      if (!candle) continue // nothing was ever traded: no price to repeat
      close = candle.close
      candles.push(candle)
    }
    return candles
  }

  /** The price at `from`: the last trade of its run span, else what history says of the moment the span began. */
  async #closeBefore(
    instrument: Instrument,
    { from, now }: { from: TimeMs; now: TimeMs },
  ): Promise<Candle["close"] | undefined> {
    const span = this.#sources.spans(now).find((one) => one.from <= from && one.to > from)
    if (!span) return undefined
    // By the minute: a coarser bucket might end with a trade from before the span. Of its own minute by the second: that one
    // may end with a trade that comes later.
    const ownMinute = bucketStart(from, "1m")
    const seconds = await this.#secondsOf(instrument, Math.max(ownMinute, span.from), from)
    const last = seconds.at(-1) ?? (await this.#sources.lastTraded(instrument, ownMinute))
    if (last && last.openTime >= bucketStart(span.from, "1m")) return last.close
    const [second] = await this.#past(instrument, "1s", span.from - 1000, span.from)
    if (second) return second.close
    // An exchange may keep no seconds: then the minute before is the nearest that is known.
    const minute = bucketStart(span.from, "1m")
    return (await this.#past(instrument, "1m", minute - INTERVAL_MS["1m"], minute)).at(-1)?.close
  }

  async #secondsOf(instrument: Instrument, from: TimeMs, to: TimeMs): Promise<Candle[]> {
    return from < to ? await this.#sources.traded(instrument, "1s", from, to) : []
  }

  async #past(instrument: Instrument, interval: Interval, from: TimeMs, to: TimeMs): Promise<Candle[]> {
    return (await this.#sources.history?.candles(instrument, interval, from, to)) ?? []
  }

  /** One bucket of several origins. */
  async #mixed(
    instrument: Instrument,
    interval: Interval,
    span: RunPart,
    parts: Segment[],
  ): Promise<Candle | undefined> {
    const finer = FINER[interval]
    const hasSeconds = instrument.kind === "second" && span.from >= span.now - SECONDS_KEPT_MS
    if (interval !== "1m" || hasSeconds) {
      return rollUp(await this.candles(instrument, finer, span), interval).at(0)
    }
    const traded = span.trades.find((one) => one.openTime === span.from)
    const minute = await this.#mixedMinute(instrument, traded, parts)
    if (minute) return minute
    // Nothing but a silent part of a run: its fill, if the price before it is known.
    const close = await this.#closeBefore(instrument, span)
    return close === undefined ? undefined : openCandle(span.from, close)
  }

  /**
   * A minute whose seconds were not kept: what was traded is one candle, of which we know that it lies within the
   * engine's parts. First and last part give open and close.
   */
  async #mixedMinute(
    instrument: Instrument,
    traded: Candle | undefined,
    parts: Segment[],
  ): Promise<Candle | undefined> {
    const known: Candle[] = []
    for (const { from, to, origin } of parts) {
      if (origin === "generated") {
        const [part] = rollUp(await this.#past(instrument, "1s", from, to), "1m")
        if (part) known.push(part)
      } else if (origin === "engine" && traded && !known.includes(traded)) known.push(traded)
    }
    const [first, ...rest] = known
    if (!first) return undefined
    const whole = rest.reduce(mergeCandles, { ...first })
    const lastPart = parts.at(-1)?.origin
    if (lastPart === "engine" && traded && !isEmpty(traded)) whole.close = traded.close
    whole.openTime = bucketStart(whole.openTime, "1m")
    return whole
  }
}

/** How many buckets open in [first, last]. */
function countBuckets(first: TimeMs, last: TimeMs, interval: Interval): number {
  if (last < first) return 0
  if (interval !== "1M") return (last - first) / INTERVAL_MS[interval] + 1
  const months = (time: TimeMs) => new Date(time).getUTCFullYear() * 12 + new Date(time).getUTCMonth()
  return months(last) - months(first) + 1
}

/** Cuts segments into buckets, and joins neighbouring buckets of one origin. */
function runsOf(segments: Segment[], interval: Interval, { from, to }: { from: TimeMs; to: TimeMs }): Run[] {
  const runs: Run[] = []
  let at = from
  let place = 0
  while (at < to) {
    while ((segments[place]?.to ?? Number.POSITIVE_INFINITY) <= at) place += 1
    const segment = segments[place]
    if (!segment) break
    const end = Math.min(bucketEnd(at, interval), to)
    if (segment.to >= end) {
      // All whole buckets of this segment at once; the one that its end cuts is looked at next.
      const reach = segment.to >= to ? to : Math.max(end, bucketStart(segment.to, interval))
      runs.push({ from: at, to: reach, origin: segment.origin, parts: [] })
      at = reach
      continue
    }
    const parts = segments
      .filter((one) => one.to > at && one.from < end)
      .map((one) => ({ ...one, from: Math.max(one.from, at), to: Math.min(one.to, end) }))
    runs.push({ from: at, to: end, origin: "mixed", parts })
    at = end
  }
  return runs
}
