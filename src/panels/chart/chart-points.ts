/** How does a bar's moment or figure stand at the door of lightweight-charts? */

import type { Time, UTCTimestamp } from "lightweight-charts"

/** A custom price format: text by `formatter`, steps of the axis by `minMove`. */
export interface NumberFormat {
  type: "custom"
  formatter: (value: number) => string
  minMove: number
  /** All labels of an axis at once; left out: each by `formatter`. */
  tickmarksFormatter?: (prices: readonly number[]) => string[]
}

export const seconds = (timeMs: number) => (timeMs / 1000) as UTCTimestamp

/** Back to epoch ms. Bars may lie a millisecond apart, which seconds hold only nearly. */
export const milliseconds = (time: Time) => Math.round(Number(time) * 1000)

export const byTime = <Point extends { time: UTCTimestamp }>(points: Point[]) =>
  points.sort((a, b) => a.time - b.time)
