/** Which indicators are drawn, in which pane and on which scale: as many panes below the candles as the height and the device allow. */

import type { ChartSetup, StudyKind, StudySetup } from "../../stores/chart-setup.ts"
import { isPaneKind, type PaneKind } from "../../stores/study-panes.ts"
import type { LineKind } from "./study-stream.model.ts"

/** A study as it is to be drawn. */
export interface PlacedStudy {
  kind: LineKind
  setup: StudySetup
  /** 0: over the candles. */
  pane: number
  /** `right`: by the pane's axis; any other has a range of its own, and no axis. */
  scale: string
}

/** Height of a pane below the candles. */
export const SUB_PANE_PX = 80
/** Candles and time axis keep at least so much. */
const CANDLES_LEAST_PX = 200
/** On a phone two, else all there are. */
export const subPanesMax = (isPhone: boolean): number => (isPhone ? 2 : 3)

const OVERLAYS: readonly LineKind[] = ["ma", "ema", "boll", "vwap", "supertrend", "ichimoku", "pivots"]
/** Between 0 and 100, or near it. */
export const SHARES: readonly LineKind[] = ["rsi", "kdj", "stochRsi"]

/** Share of the candles' pane that stays free above them: the legend's height, but never most of a low pane. */
export const topMargin = (panePx: number, legendPx: number): number =>
  Math.min(0.36, Math.max(0.08, (legendPx + LEGEND_AIR_PX) / Math.max(1, panePx)))

const LEGEND_AIR_PX = 4
/** What is drawn over the candles by a scale of its own keeps below this share of their pane. */
export const OVER_TOP = 0.7
const UNDER_CANDLES = { nothing: 0.06, volume: 0.22 }

/** Share of the candles' pane that stays free below them: room for volume, and for what else is drawn over them. */
export function bottomMargin({ panes: [over = []], studies }: ChartSetup, most: number): number {
  if (most === 0) return UNDER_CANDLES.volume
  if (over.some((kind) => kind !== "volume" && studies[kind].isOn)) return 1 - OVER_TOP
  return over.includes("volume") ? UNDER_CANDLES.volume : UNDER_CANDLES.nothing
}

/** Volume over the candles is drawn with them, in a pane below as any other indicator; a chart without panes has it over them. */
export const isVolumeOver = ({ panes, studies }: ChartSetup, most: number): boolean =>
  studies.volume.isOn && (most === 0 || panes[0]?.includes("volume") === true)

/** What can share a scale without one being squashed: shares of 100 do; all else has amounts of its own size. */
const unitOf = (kind: PaneKind): string => (SHARES.includes(kind) ? "share" : kind)

/** In a comparison the scale is in percent of each line's own start, so overlays would lie: they are left out. */
export function placeStudies(setup: ChartSetup, height: number, most: number): PlacedStudy[] {
  const isOn = (kind: StudyKind) => setup.studies[kind].isOn
  const place = (kind: LineKind, pane: number, scale: string): PlacedStudy => ({
    kind,
    setup: setup.studies[kind],
    pane,
    scale,
  })
  const room = Math.max(0, Math.floor((height - CANDLES_LEAST_PX) / SUB_PANE_PX))
  const [over = [], ...below] = setup.panes.map((group) => group.filter(isOn))
  const shown = below.filter((group) => group.length > 0).slice(0, Math.min(most, room))
  return [
    ...(setup.compare.length > 0 ? [] : OVERLAYS.filter(isOn).map((kind) => place(kind, 0, "right"))),
    // Where there is no room for panes there is none for their lines over the candles.
    ...(most > 0 ? over.filter((kind) => kind !== "volume") : []).map((kind) =>
      place(kind, 0, `over-${unitOf(kind)}`),
    ),
    ...shown.flatMap((group, at) =>
      group.map((kind) => {
        const [first = kind] = group
        // The axis tells the first one's values; the legend those of all.
        return place(kind, at + 1, unitOf(kind) === unitOf(first) ? "right" : `beside-${unitOf(kind)}`)
      }),
    ),
  ]
}

/** The volume profile, where it is on; by percent no row of prices would have its height. */
export const placeProfile = ({ compare, studies }: ChartSetup): StudySetup | undefined =>
  compare.length === 0 && studies.profile.isOn ? studies.profile : undefined

/** The studies below the candles to switch off so that `next` fits in its pane beside the others: those of the first panes. */
export function givingWay(setup: ChartSetup, next: StudyKind, most: number): PaneKind[] {
  const [over = [], ...below] = setup.panes
  if (!isPaneKind(next) || over.includes(next)) return []
  const others = below
    .filter((group) => !group.includes(next))
    .map((group) => group.filter((kind) => setup.studies[kind].isOn))
    .filter((group) => group.length > 0)
  return others.slice(0, Math.max(0, others.length - (most - 1))).flat()
}
