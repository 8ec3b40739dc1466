/** The bars that all charts of the figure draw: a seeded random walk by minutes, the last bar live. */

import type { Candle } from "#core/candle/candle.ts"
import { seeded } from "../../load/chance.ts"

export interface PlainBar {
  /** Open time, ms. */
  time: number
  open: number
  high: number
  low: number
  close: number
  volume: number
}

const MINUTE_MS = 60_000
const LAST = 1_763_640_000_000
/** Lots of 0.001 and ticks of 0.1, so that numbers of the page are those of the market. */
const TICKS = 10
const LOTS = 1000

/** Oldest first, the newest ending at the same minute whatever the count. */
export function history(count: number): PlainBar[] {
  const fraction = seeded(5)
  let price = 60_000
  return Array.from({ length: count }, (_, at) => {
    const open = price
    price = Math.max(1000, price + Math.round((fraction() - 0.5) * 400) / TICKS)
    const reach = Math.round(fraction() * 200) / TICKS
    return {
      time: LAST - (count - 1 - at) * MINUTE_MS,
      open,
      close: price,
      high: Math.max(open, price) + reach,
      low: Math.min(open, price) - reach,
      volume: Math.round(fraction() * 100 * LOTS) / LOTS,
    }
  })
}

/** The live bar after so many frames: close, high, low and volume move in each. */
export function liveBar(bar: PlainBar, frame: number): PlainBar {
  const close = bar.open + Math.sin(frame / 7) * 30
  return {
    ...bar,
    close,
    high: Math.max(bar.high, close),
    low: Math.min(bar.low, close),
    volume: bar.volume + frame / LOTS,
  }
}

/** As the worker keeps it. */
export const toCandle = (bar: PlainBar, isLive: boolean): Candle =>
  ({
    openTime: bar.time,
    open: Math.round(bar.open * TICKS),
    high: Math.round(bar.high * TICKS),
    low: Math.round(bar.low * TICKS),
    close: Math.round(bar.close * TICKS),
    volume: Math.round(bar.volume * LOTS),
    lastTradeId: 1,
    closed: !isLive,
    generated: false,
  }) as Candle

/** As the worker sends it: seven numbers a bar. */
export function packed(bars: readonly Candle[]): Float64Array {
  const numbers = new Float64Array(bars.length * 7)
  bars.forEach((bar, at) => {
    const flags = bar.closed ? 1 : 0
    const { openTime, open, high, low, close, volume } = bar
    numbers.set(
      [openTime, open / TICKS, high / TICKS, low / TICKS, close / TICKS, volume / LOTS, flags],
      at * 7,
    )
  })
  return numbers
}
