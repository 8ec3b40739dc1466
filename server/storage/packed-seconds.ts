/** Packs a minute of one-second candles into one row: seven numbers for each second that saw a tick. */

import type { Candle } from "#core/candle/candle.ts"
import type { Lots, Ticks, TimeMs } from "#core/money/units.ts"

/** Second within the minute, open, high, low, close, volume, last id. */
const STRIDE = 7
const SECOND_MS = 1000

/** Ascending candles of one minute, to be read back by {@link unpackSeconds}. */
export function packSeconds(candles: readonly Candle[], minute: TimeMs): Uint8Array {
  const numbers = new Float64Array(candles.length * STRIDE)
  candles.forEach((candle, row) => {
    const second = (candle.openTime - minute) / SECOND_MS
    const { open, high, low, close, volume, lastTradeId } = candle
    numbers.set([second, open, high, low, close, volume, lastTradeId], row * STRIDE)
  })
  return new Uint8Array(numbers.buffer)
}

export function unpackSeconds(bytes: Uint8Array, minute: TimeMs): Candle[] {
  // Copied (a Buffer's slice would not be): a view on eight-byte numbers must begin on a multiple of eight.
  const numbers = new Float64Array(new Uint8Array(bytes).buffer)
  const candles: Candle[] = []
  for (let at = 0; at + STRIDE <= numbers.length; at += STRIDE) {
    const value = (column: number) => numbers[at + column] ?? 0
    candles.push({
      openTime: minute + value(0) * SECOND_MS,
      open: value(1) as Ticks,
      high: value(2) as Ticks,
      low: value(3) as Ticks,
      close: value(4) as Ticks,
      volume: value(5) as Lots,
      lastTradeId: value(6),
      closed: true,
      generated: false,
    })
  }
  return candles
}
