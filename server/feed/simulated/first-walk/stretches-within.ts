/** The stretches of the first walk in a span of time: down the nest, only where a bucket that is asked for lies. */

import { INTERVAL_MS } from "#core/candle/bucket.ts"
import { DAY_MS, NEST } from "../nest.ts"
import { fold, type Stretch } from "../stretch.ts"
import type { DayInterval } from "../walk.ts"

/** What is needed of a path: its days, and the parts of what lies at a depth of the nest. */
interface NestedPath {
  day(day: number): Stretch
  parts(whole: Stretch, depth: number): Stretch[]
}

/** `stretches` of a path of the first walk. */
export function stretchesWithin(
  path: NestedPath,
  interval: DayInterval,
  from: number,
  cut: number,
): Stretch[] {
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
function cutOff(path: NestedPath, stretch: Stretch, depth: number, cut: number): Stretch | undefined {
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
