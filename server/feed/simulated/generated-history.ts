/** What happened before the engine traded? Candles computed for each request from the fair path, labelled generated. */

import type { Candle } from "#core/candle/candle.ts"
import { bucketEnd, bucketStart, INTERVAL_MS, type Interval, shiftBucket } from "#core/candle/interval.ts"
import type { Instrument } from "#core/instrument/instrument.ts"
import type { Lots, Ticks, TimeMs } from "#core/money/units.ts"
import type { GeneratedHistory } from "../feed.ts"
import type { FairPath } from "./fair-path.ts"
import { DAY_MS, NEST, SECOND_MS } from "./nest.ts"
import { fold, type Stretch } from "./stretch.ts"

const HISTORY_YEARS = 3

/**
 * History over the paths of `pathOf`. An instrument without a path has no candles. A bucket that `to` cuts is folded
 * from the whole seconds that end by `to`; if there is none, the bucket is left out.
 */
export class PathHistory implements GeneratedHistory {
  readonly #pathOf: (instrument: string) => FairPath | undefined

  constructor(pathOf: (instrument: string) => FairPath | undefined) {
    this.#pathOf = pathOf
  }

  /** Three years back, or when the market was listed, whichever is later. */
  since(now: TimeMs, instrument?: Pick<Instrument, "listedAt">): TimeMs {
    const date = new Date(now)
    const first = Date.UTC(date.getUTCFullYear() - HISTORY_YEARS, date.getUTCMonth(), date.getUTCDate())
    return Math.max(first, instrument?.listedAt ?? 0)
  }

  candles(instrument: Instrument, interval: Interval, from: TimeMs, to: TimeMs): Candle[] {
    const path = this.#pathOf(instrument.id)
    const cut = Math.floor(to / SECOND_MS) * SECOND_MS
    if (!path || cut <= from) return []
    const stretches =
      interval === "1W" || interval === "1M"
        ? longer(path, interval, from, cut)
        : within(path, interval, from, cut)
    const tick = Number(instrument.tick) / 1e8
    const hasVolume = instrument.kind !== "second"
    return stretches.map((stretch) => {
      const closed = bucketEnd(stretch.openTime, interval) <= to
      return toCandle(stretch, tick, hasVolume, closed)
    })
  }
}

/** Ticks of a logarithm of a price; at least one. Rounding keeps order, so extremes stay extremes. */
const ticksOf = (logPrice: number, tick: number): Ticks =>
  Math.max(1, Math.round(Math.exp(logPrice) / tick)) as Ticks

function toCandle(stretch: Stretch, tick: number, hasVolume: boolean, closed: boolean): Candle {
  return {
    openTime: stretch.openTime,
    open: ticksOf(stretch.open, tick),
    high: ticksOf(stretch.high, tick),
    low: ticksOf(stretch.low, tick),
    close: ticksOf(stretch.close, tick),
    volume: (hasVolume ? stretch.volume : 0) as Lots,
    lastTradeId: 0,
    closed,
    generated: true,
  }
}

/** Weeks and months: days folded. */
function longer(path: FairPath, interval: Interval, from: TimeMs, cut: TimeMs): Stretch[] {
  const found: Stretch[] = []
  let open = bucketStart(from, interval)
  if (open < from) open = shiftBucket(open, interval, 1)
  for (; open < cut; open = shiftBucket(open, interval, 1)) {
    const end = Math.min(cut, bucketEnd(open, interval))
    const whole = fold(within(path, "1D", open, end))
    if (whole) found.push(whole)
  }
  return found
}

/** Days and shorter: down the nest, only where a bucket that is asked for lies. */
function within(path: FairPath, interval: Interval, from: TimeMs, cut: TimeMs): Stretch[] {
  const found: Stretch[] = []
  const length = INTERVAL_MS[interval]
  const visit = (stretch: Stretch, depth: number, lengthMs: number) => {
    if (lengthMs === length) {
      if (stretch.openTime < from) return
      const whole = stretch.openTime + lengthMs <= cut ? stretch : cutOff(path, stretch, depth, cut)
      if (whole) found.push(whole)
      return
    }
    const parts = NEST[depth]
    if (!parts) return
    for (const part of path.parts(stretch, depth))
      if (part.openTime < cut && part.openTime + parts.lengthMs > from) visit(part, depth + 1, parts.lengthMs)
  }
  const last = Math.ceil(cut / DAY_MS)
  for (let day = Math.floor(from / DAY_MS); day < last; day += 1) visit(path.day(day), 0, DAY_MS)
  return found
}

/** What of a stretch lies before `cut`: its whole parts, and of the one that is cut, the same again. */
function cutOff(path: FairPath, stretch: Stretch, depth: number, cut: TimeMs): Stretch | undefined {
  const level = NEST[depth]
  if (!level) return undefined
  const before: Stretch[] = []
  for (const part of path.parts(stretch, depth)) {
    if (part.openTime >= cut) break
    const whole = part.openTime + level.lengthMs <= cut ? part : cutOff(path, part, depth + 1, cut)
    if (whole) before.push(whole)
  }
  return fold(before)
}
