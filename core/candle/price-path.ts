/** The way that a price is assumed to have taken inside a candle, of which only four prices are known. */

import type { Ticks } from "../money/units.ts"

/** The prices of a candle; ticks, or any other whole steps. */
export interface PathPrices {
  open: number
  high: number
  low: number
  close: number
}

/**
 * A candle that closed at or above its open went open → low → high → close, one that fell open → high → low → close: first
 * against its direction, then with it. It is a convention; what really happened between the four prices isn't known.
 * @example pricePath({ open: 5, high: 9, low: 4, close: 8 }) // [5, 4, 9, 8]
 */
export function pricePath({ open, high, low, close }: PathPrices): readonly Ticks[] {
  return (close >= open ? [open, low, high, close] : [open, high, low, close]) as Ticks[]
}
