/** A chart with much on it: what is kept on the device of somebody who drew 50 times and has 20 orders waiting. */

import { DRAWING_FORM, DRAWING_KINDS, type Drawing, POINT_COUNTS } from "#core/drawing/drawing.ts"
import { priceText } from "../load/active-book.ts"
import { seeded } from "../load/chance.ts"
import { ordersToken } from "../load/own-account.ts"
import { ACTIVE_ID, ACTIVE_TICKS } from "../load/workload.ts"

const DRAWINGS = 50
const ORDERS = 20
/** All within the bars that the chart shows at its start: the last quarter of an hour, and this far around the price. */
const BACK_MS = 14 * 60_000
const REACH_TICKS = 35

/** All kinds in turn, but texts of a few letters; anchored around `now` (epoch ms). */
function drawingsAt(now: number): Drawing[] {
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

/** Logs the page in; with `isDrawn` as that somebody, else with one order and an empty chart. Run before the page's own scripts. */
export function traderScript(isDrawn: boolean): string {
  const kept: [string, string][] = [
    ["lang", "en"],
    ["token", ordersToken(isDrawn ? ORDERS : 1)],
  ]
  // A visitor's drawings come along at the login: the stand-in keeps none.
  const drawings = { form: DRAWING_FORM, drawings: drawingsAt(Date.now()), removed: [] }
  if (isDrawn) kept.push([`saker:drawings::${ACTIVE_ID}`, JSON.stringify(drawings)])
  return `for (const [key, value] of ${JSON.stringify(kept)}) localStorage.setItem(key, value);`
}
