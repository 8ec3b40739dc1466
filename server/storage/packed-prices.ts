/** Packs candles of a price that isn't traded (mark, index) into one row: differences as whole numbers of few bytes. */

import type { Candle } from "#core/candle/candle.ts"
import { type Lots, NO_LOTS, type Ticks, type TimeMs } from "#core/money/units.ts"

/** Ascending candles whose buckets are `step` ms long and open at or after `block`; read back by {@link unpackPrices}. */
export function packPrices(candles: readonly Candle[], block: TimeMs, step: number): Uint8Array {
  const bytes: number[] = []
  let [place, price] = [0, 0]
  for (const { openTime, open, high, low, close } of candles) {
    const at = (openTime - block) / step
    for (const number of [at - place, open - price, high - open, open - low, close - open])
      putNumber(bytes, number)
    place = at
    price = close
  }
  return Uint8Array.from(bytes)
}

export function unpackPrices(bytes: Uint8Array, block: TimeMs, step: number): Candle[] {
  const numbers = readNumbers(bytes)
  const candles: Candle[] = []
  let [place, price] = [0, 0]
  for (let at = 0; at + 5 <= numbers.length; at += 5) {
    const [further = 0, up = 0, above = 0, below = 0, gain = 0] = numbers.slice(at, at + 5)
    place += further
    const open = price + up
    price = open + gain
    candles.push(
      priceCandle(block + place * step, { open, high: open + above, low: open - below, close: price }),
    )
  }
  return candles
}

/** Nothing is traded at a mark or an index: one lot tells a bucket with a tick from an empty one, and is never shown. */
const priceCandle = (
  openTime: TimeMs,
  prices: Record<"open" | "high" | "low" | "close", number>,
): Candle => ({
  openTime,
  ...(prices as Record<keyof typeof prices, Ticks>),
  volume: (NO_LOTS + 1) as Lots,
  lastTradeId: 0,
  closed: true,
  generated: false,
})

/** Seven bits a byte, the lowest first; small negative numbers are short as well. Whole numbers below 2^52. */
function putNumber(bytes: number[], value: number): void {
  let rest = value < 0 ? -2 * value - 1 : 2 * value
  while (rest >= 128) {
    bytes.push((rest % 128) + 128)
    rest = Math.floor(rest / 128)
  }
  bytes.push(rest)
}

function readNumbers(bytes: Uint8Array): number[] {
  const numbers: number[] = []
  let [sum, weight] = [0, 1]
  for (const byte of bytes) {
    sum += (byte % 128) * weight
    weight *= 128
    if (byte >= 128) continue
    numbers.push(sum % 2 === 0 ? sum / 2 : -(sum + 1) / 2)
    sum = 0
    weight = 1
  }
  return numbers
}
