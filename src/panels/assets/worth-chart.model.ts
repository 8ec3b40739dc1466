/** Places of the value chart's points, and its edges. */

import { Decimal } from "#core/money/decimal.ts"

/** Decimal text in USDT. */
interface WorthPoint {
  /** Epoch ms. */
  time: number
  worth: string
}

/** Both coordinates from 0 to 1, from the upper left. */
interface Place {
  x: number
  y: number
  /** The day before is known: a line leads here. */
  joins: boolean
}

export interface WorthDrawing {
  places: readonly Place[]
  first: WorthPoint
  last: WorthPoint
  low: string
  high: string
}

const DAY_MS = 86_400_000

/** The closing worths, oldest first, and the worth of now behind them; undefined with nothing to draw a line of. */
export function drawingOf(
  rows: readonly WorthPoint[],
  now: WorthPoint | undefined,
): WorthDrawing | undefined {
  const points = now ? [...rows, now] : rows
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last || points.length < 2 || last.time <= first.time) return undefined
  const worths = points.map(({ worth }) => new Decimal(worth))
  const [low, high] = [Decimal.min(...worths), Decimal.max(...worths)]
  const [height, width] = [high.minus(low), last.time - first.time]
  const places = points.map(({ time }, at) => ({
    x: (time - first.time) / width,
    // Without any change the line lies in the middle.
    y: height.isZero()
      ? 0.5
      : high
          .minus(worths[at] ?? high)
          .div(height)
          .toNumber(),
    joins: at > 0 && time - (points[at - 1]?.time ?? 0) <= DAY_MS,
  }))
  return { places, first, last, low: low.toFixed(), high: high.toFixed() }
}

/** An SVG path; a day that isn't known is a gap, and a day between two of those a dot. */
export const pathOf = (places: WorthDrawing["places"], width: number, height: number): string =>
  places
    .map(({ x, y, joins }, at) => {
      const place = `${(x * width).toFixed(2)} ${(y * height).toFixed(2)}`
      if (joins) return `L${place}`
      return places[at + 1]?.joins ? `M${place}` : `M${place}h0`
    })
    .join("")
