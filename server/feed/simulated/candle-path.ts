/** The path of a price through recorded candles: open, one extreme, the other, close; what lies between was not recorded. */

import { bucketEnd, bucketStart } from "#core/candle/bucket.ts"
import type { CandleFile, FileCandle } from "./candle-file.ts"
import { SECOND_MS } from "./nest.ts"
import { fold, type Stretch } from "./stretch.ts"
import { type DayInterval, logPriceWithin, type PricePath, turnsOf } from "./walk.ts"

/** A stretch that knows its own length. */
type Recorded = Stretch & { endTime: number }

export class CandlePath implements PricePath {
  readonly base: string
  readonly #file: CandleFile
  /** Size of a lot in base coins. */
  readonly #lotSize: number
  #last: Recorded | undefined

  /** @param lotSize in base coins: the file's volume is traded in whole lots of it */
  constructor(base: string, file: CandleFile, lotSize: number) {
    this.base = base
    this.#file = file
    this.#lotSize = lotSize
  }

  /** The file's prices are of a market in USDT. */
  basePrice(day: number): number {
    return Math.exp(this.logPrice(day * 86_400_000))
  }

  stretches(interval: DayInterval, from: number, cut: number): Stretch[] {
    const { begin, end } = this.#bounds()
    const found: Stretch[] = []
    const to = Math.min(cut, end)
    for (let open = bucketStart(Math.max(from, begin), interval); open < to; ) {
      const next = bucketEnd(open, interval)
      const whole = open >= from && fold(this.#partsOf(Math.max(open, begin), Math.min(next, to)))
      if (whole) found.push({ ...whole, openTime: open })
      open = next
    }
    return found
  }

  second(time: number): Stretch {
    const from = Math.floor(time / SECOND_MS) * SECOND_MS
    return this.#part(this.#at(from), from, from + SECOND_MS)
  }

  logPrice(time: number): number {
    return within(this.#at(time), time)
  }

  #bounds(): { begin: number; end: number } {
    const { candles, intervalMs } = this.#file
    const [first, last] = [candles[0], candles.at(-1)]
    return { begin: first?.openTime ?? 0, end: (last?.openTime ?? 0) + intervalMs }
  }

  /** Before the first candle and behind the last the price stands still. */
  #at(time: number): Recorded {
    const { candles, intervalMs } = this.#file
    if (this.#last && time >= this.#last.openTime && time < this.#last.endTime) return this.#last
    const { begin, end } = this.#bounds()
    const [first, last] = [candles[0], candles.at(-1)]
    if (!first || !last) throw new Error(`${this.#file.name} holds no candle`)
    if (time < begin) return stillAt(first.open, Number.NEGATIVE_INFINITY, begin)
    if (time >= end) return stillAt(last.close, end, Number.POSITIVE_INFINITY)
    const candle = candles[Math.floor((time - begin) / intervalMs)] ?? last
    this.#last = this.#stretchOf(candle)
    return this.#last
  }

  #stretchOf({ openTime, open, high, low, close, volume }: FileCandle): Recorded {
    return {
      openTime,
      endTime: openTime + this.#file.intervalMs,
      open: Math.log(open),
      high: Math.log(high),
      low: Math.log(low),
      close: Math.log(close),
      volume: Math.round(volume / this.#lotSize),
      variance: 0,
    }
  }

  #partsOf(from: number, to: number): Stretch[] {
    const parts: Stretch[] = []
    for (let time = from; time < to; ) {
      const whole = this.#at(time)
      const end = Math.min(to, whole.endTime)
      parts.push(this.#part(whole, time, end))
      time = end
    }
    return parts
  }

  /** What of a candle lies in [from, to); its lots fall evenly, in whole ones. */
  #part(whole: Recorded, from: number, to: number): Stretch {
    const [open, close] = [within(whole, from), within(whole, Math.min(to, whole.endTime))]
    let [low, high] = open < close ? [open, close] : [close, open]
    const rising = whole.close >= whole.open
    for (const [at, turn] of turnsOf(whole).entries()) {
      const time = whole.openTime + turn * (whole.endTime - whole.openTime)
      if (!(time >= from && time < to)) continue
      // Rising candles go to their low first.
      if (rising === (at === 0)) low = whole.low
      else high = whole.high
    }
    const lotsUntil = (time: number) => Math.floor(whole.volume * shareOf(whole, time))
    const volume = whole.volume === 0 ? 0 : lotsUntil(Math.min(to, whole.endTime)) - lotsUntil(from)
    return { openTime: from, open, high, low, close, volume, variance: 0 }
  }
}

const shareOf = ({ openTime, endTime }: Recorded, time: number): number =>
  Number.isFinite(endTime - openTime) ? (time - openTime) / (endTime - openTime) : 0

const within = (whole: Recorded, time: number): number => logPriceWithin(whole, shareOf(whole, time))

function stillAt(price: number, openTime: number, endTime: number): Recorded {
  const log = Math.log(price)
  return { openTime, endTime, open: log, high: log, low: log, close: log, volume: 0, variance: 0 }
}
