/** Decides whether a chart's legend is one line or all of them. */

import type { LegendFolds, LegendRoom } from "../../stores/legend-store.ts"

export interface LegendSize {
  /** Of the whole chart, px. */
  width: number
  height: number
  /** Of the candles' pane, px. */
  pane: number
  /** Lines below the one of the price. */
  lines: number
}

/** Lower, and the candles need all but one line. */
const LOW_PX = 300
/** About a phone's width, and of one among several charts: lines wrap there. */
const NARROW_PX = 480
const NARROW_LINES_MAX = 2
const LINE_PX = 16
/** Of their pane: more of it, and the candles are behind words whatever the width. */
const SHARE_MAX = 1 / 2

export const legendRoom = ({ width, height }: LegendSize): LegendRoom =>
  height < LOW_PX || width < NARROW_PX ? "little" : "much"

/** As chosen for so much room; else folded where the lines would cover candles. */
export function isLegendFolded(size: LegendSize, chosen: LegendFolds): boolean {
  const { width, height, pane, lines } = size
  if (lines === 0) return height < LOW_PX
  const usual =
    height < LOW_PX ||
    (width < NARROW_PX && lines > NARROW_LINES_MAX) ||
    (lines + 1) * LINE_PX > pane * SHARE_MAX
  return chosen[legendRoom(size)] ?? usual
}
