/** History before the engine traded: candles computed on request from the fair path, labelled generated. */

import { bucketEnd, bucketStart } from "#core/candle/bucket.ts"
import type { Candle } from "#core/candle/candle.ts"
import type { Interval } from "#core/candle/interval.ts"
import type { Instrument } from "#core/instrument/instrument.ts"
import type { Lots, Ticks, TimeMs } from "#core/money/units.ts"
import type { GeneratedHistory } from "../../read-model/history-source.ts"
import { candleTurns } from "../../read-model/turns.ts"
import { DAY_MS, SECOND_MS } from "./nest.ts"
import { fold, type Stretch } from "./stretch.ts"
import type { DayInterval, PricePath } from "./walk.ts"

const HISTORY_YEARS = 3

/**
 * History over the paths of `pathOf`. An instrument without a path has no candles. A bucket that `to` cuts is folded
 * from the whole seconds that end by `to`; if there is none, the bucket is left out.
 */
export class PathHistory implements GeneratedHistory {
  readonly #pathOf: (instrument: string) => PricePath | undefined

  constructor(pathOf: (instrument: string) => PricePath | undefined) {
    this.#pathOf = pathOf
  }

  /** Three years back, or when the market was listed, whichever is later. */
  since(now: TimeMs, instrument?: Pick<Instrument, "listedAt">): TimeMs {
    const date = new Date(now)
    const first = Date.UTC(date.getUTCFullYear() - HISTORY_YEARS, date.getUTCMonth(), date.getUTCDate())
    return Math.max(first, instrument?.listedAt ?? 0)
  }

  async candles(instrument: Instrument, interval: Interval, from: TimeMs, to: TimeMs): Promise<Candle[]> {
    const path = this.#pathOf(instrument.id)
    const cut = Math.floor(to / SECOND_MS) * SECOND_MS
    if (!path || cut <= from) return []
    const stretches =
      interval === "1W" || interval === "1M"
        ? longer(await inSlices(path, "1D", bucketStart(from, interval), cut), interval, from)
        : await inSlices(path, interval, from, cut)
    const tick = Number(instrument.tick) / 1e8
    const hasVolume = instrument.kind !== "second"
    return stretches.map((stretch) => {
      const closed = bucketEnd(stretch.openTime, interval) <= to
      return toCandle(stretch, tick, hasVolume, closed)
    })
  }
}

/** Days looked at in one go: a few milliseconds, so that a chart of years holds up no order. */
const SLICE_DAYS = 4

/** {@link PricePath.stretches} a slice at a turn, between which the server does other things. */
async function inSlices(
  path: PricePath,
  interval: DayInterval,
  from: TimeMs,
  cut: TimeMs,
): Promise<Stretch[]> {
  const found: Stretch[] = []
  const slice = SLICE_DAYS * DAY_MS
  for (let at = from; at < cut; ) {
    const end = Math.min(cut, (Math.floor(at / slice) + 1) * slice)
    await candleTurns.next()
    found.push(...path.stretches(interval, at, end))
    at = end
  }
  return found
}

/** Ticks of a logarithm of a price; at least one. */
const ticksOf = (logPrice: number, tick: number, round: (ticks: number) => number = Math.round): Ticks =>
  Math.max(1, round(Math.exp(logPrice) / tick)) as Ticks

/**
 * Extremes beyond the ends are rounded outwards: between two ticks trades change from one to the other, so a coin of
 * few ticks doesn't stand still for minutes. All roundings keep order, so extremes stay extremes.
 */
function toCandle(stretch: Stretch, tick: number, hasVolume: boolean, closed: boolean): Candle {
  return {
    openTime: stretch.openTime,
    open: ticksOf(stretch.open, tick),
    high: ticksOf(
      stretch.high,
      tick,
      stretch.high > Math.max(stretch.open, stretch.close) ? Math.ceil : undefined,
    ),
    low: ticksOf(
      stretch.low,
      tick,
      stretch.low < Math.min(stretch.open, stretch.close) ? Math.floor : undefined,
    ),
    close: ticksOf(stretch.close, tick),
    volume: (hasVolume ? stretch.volume : 0) as Lots,
    lastTradeId: 0,
    closed,
    generated: true,
  }
}

/** Weeks and months that open at `from` or later: days folded. */
function longer(days: readonly Stretch[], interval: Interval, from: TimeMs): Stretch[] {
  const parts = new Map<TimeMs, Stretch[]>()
  for (const day of days) {
    const open = bucketStart(day.openTime, interval)
    if (open < from) continue
    const known = parts.get(open)
    if (known) known.push(day)
    else parts.set(open, [day])
  }
  return [...parts.values()].flatMap((each) => fold(each) ?? [])
}
