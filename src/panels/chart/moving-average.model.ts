/** What is the simple moving average of the closes? For drawing only, so plain numbers. */

import type { Bar } from "./bars.model.ts"

/** The lines of the panel; lengths become editable with the indicators of a later issue. */
export const MOVING_AVERAGES = [7, 25, 99] as const

/** Average of the last `length` closes up to and with the bar at `index`; undefined while there are too few. */
export function averageAt(bars: readonly Bar[], index: number, length: number): number | undefined {
  if (index + 1 < length || index >= bars.length) return undefined
  let sum = 0
  for (let at = index - length + 1; at <= index; at += 1) sum += bars[at]?.close ?? 0
  return sum / length
}

/** The average at every bar, by a sliding sum that is taken anew every 1,000 bars so that no drift builds up. */
export function averages(bars: readonly Bar[], length: number): (number | undefined)[] {
  const out: (number | undefined)[] = []
  let sum = 0
  for (let at = 0; at < bars.length; at += 1) {
    sum += bars[at]?.close ?? 0
    if (at >= length) sum -= bars[at - length]?.close ?? 0
    if (at % 1000 === 999 && at + 1 >= length) sum = (averageAt(bars, at, length) ?? 0) * length
    out.push(at + 1 >= length ? sum / length : undefined)
  }
  return out
}
