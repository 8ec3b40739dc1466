/** Which indicators are drawn, and in which pane? As many below the candles as the height and the device allow. */

import type { ChartSetup, StudySetup } from "../../stores/chart-setup.ts"
import type { PlacedStudy } from "./study-layer.ts"
import type { LineKind } from "./study-stream.model.ts"

/** Height of a pane below the candles. */
export const SUB_PANE_PX = 80
/** Candles and time axis keep at least so much. */
const CANDLES_LEAST_PX = 200
/** On a phone two, else all there are. */
export const subPanesMax = (isPhone: boolean): number => (isPhone ? 2 : 3)

const OVERLAYS: readonly LineKind[] = ["ma", "ema", "boll", "vwap", "supertrend", "ichimoku", "pivots"]
const SUB_STUDIES: readonly LineKind[] = ["macd", "rsi", "kdj", "atr", "stochRsi", "obv"]

/** Share of the candles' pane that stays free above them: the legend's height, but never most of a low pane. */
export const topMargin = (panePx: number, legendPx: number): number =>
  Math.min(0.36, Math.max(0.08, (legendPx + LEGEND_AIR_PX) / Math.max(1, panePx)))

const LEGEND_AIR_PX = 4

/** In a comparison the scale is in percent of each line's own start, so overlays would lie: they are left out. */
export function placeStudies(setup: ChartSetup, height: number, most: number): PlacedStudy[] {
  const isOn = (kind: LineKind) => setup.studies[kind].isOn
  const place = (kind: LineKind, pane: number): PlacedStudy => ({ kind, setup: setup.studies[kind], pane })
  const room = Math.max(0, Math.floor((height - CANDLES_LEAST_PX) / SUB_PANE_PX))
  return [
    ...(setup.compare.length > 0 ? [] : OVERLAYS.filter(isOn).map((kind) => place(kind, 0))),
    ...SUB_STUDIES.filter(isOn)
      .slice(0, Math.min(most, room))
      .map((kind, at) => place(kind, at + 1)),
  ]
}

/** The volume profile, where it is on; by percent no row of prices would have its height. */
export const placeProfile = ({ compare, studies }: ChartSetup): StudySetup | undefined =>
  compare.length === 0 && studies.profile.isOn ? studies.profile : undefined

/** The studies below the candles to switch off so that `next` fits beside the others: those that stand first. */
export function givingWay(setup: ChartSetup, next: LineKind, most: number): LineKind[] {
  if (!SUB_STUDIES.includes(next)) return []
  const others = SUB_STUDIES.filter((kind) => kind !== next && setup.studies[kind].isOn)
  return others.slice(0, Math.max(0, others.length - (most - 1)))
}
