/** What the one who has drawn much keeps at the stand-in: 50 drawings of all kinds on the active market. */

import { DRAWING_KINDS, type Drawing, POINT_COUNTS } from "#core/drawing/drawing.ts"
import { priceText } from "./active-book.ts"
import { seeded } from "./chance.ts"
import { ACTIVE_TICKS } from "./workload.ts"

const DRAWINGS = 50
/** All within the bars that the chart shows at its start: the last quarter of an hour, and this far around the price. */
const BACK_MS = 14 * 60_000
const REACH_TICKS = 35

/** All kinds in turn, but texts of a few letters; anchored around `now` (epoch ms). */
export function ownDrawings(now: number): Drawing[] {
  const fraction = seeded(17)
  return Array.from({ length: DRAWINGS }, (_, at) => {
    const kind = DRAWING_KINDS[at % DRAWING_KINDS.length] ?? "trend"
    const points = Array.from({ length: POINT_COUNTS[kind] }, () => ({
      time: Math.round(now - fraction() * BACK_MS),
      price: priceText(ACTIVE_TICKS + Math.round((fraction() * 2 - 1) * REACH_TICKS)),
    }))
    const look = { colour: "ind-1", width: 2, dash: "solid", locked: false, hidden: false } as const
    return { id: `bench-${at}`, kind, points, text: kind === "text" ? "resistance" : "", risk: "", ...look }
  })
}
