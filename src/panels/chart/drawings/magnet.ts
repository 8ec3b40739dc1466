/** Draws a price to the open, high, low or close of its bar. */

import type { Bar } from "../bars.model.ts"

/** The nearest of the four within reach of a place, else the price as it was. `y`: where a price stands, px. */
export function magnetPrice(
  price: number,
  bar: Pick<Bar, "open" | "high" | "low" | "close"> | undefined,
  { y, reach }: { y: (price: number) => number; reach: number },
): number {
  if (!bar) return price
  const place = y(price)
  let [nearest, distance] = [price, reach]
  for (const candidate of [bar.open, bar.high, bar.low, bar.close]) {
    const away = Math.abs(y(candidate) - place)
    if (away > distance) continue
    ;[nearest, distance] = [candidate, away]
  }
  return nearest
}
