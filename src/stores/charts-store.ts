/** Several charts on one desk: how many, what each shows, and what links them; kept on this device under `saker:charts`. */

import { proxy, ref } from "valtio"
import { INTERVALS, type Interval } from "#core/candle/interval.ts"
import type { KeptCharts } from "#core/workspace/layout.ts"
import { readDevice, writeDevice } from "./device-storage.ts"

const KEY = "saker:charts"

export const CHART_COUNTS = [1, 2, 4, 6] as const
export type ChartCount = (typeof CHART_COUNTS)[number]

/** What moves in all charts when it moves in one. */
export const CHART_LINKS = ["symbol", "interval", "crosshair"] as const
export type ChartLink = (typeof CHART_LINKS)[number]

export interface ShownChart {
  /** Market id. */
  market: string
  interval: Interval
}

export interface ChartsLayout {
  count: ChartCount
  links: Readonly<Record<ChartLink, boolean>>
  /** Of the second chart and those after it. One that nobody has set yet has an empty market. The first shows what the ticket trades. */
  others: readonly ShownChart[]
}

/** The market of the ticket in other intervals: how further charts begin. */
const BEGINNINGS: readonly Interval[] = ["1h", "4h", "1D", "5m", "1m"]

/** Reads a kept layout field by field; what isn't one falls back to one chart, linked by the crosshair. */
export function parseCharts(text: string | null): ChartsLayout {
  try {
    return readCharts(JSON.parse(text ?? "{}"))
  } catch {
    // Torn or foreign.
    return readCharts({})
  }
}

function readCharts(value: unknown): ChartsLayout {
  const stored: { count?: unknown; links?: unknown; others?: unknown } = Object(value)
  const links = Object(stored.links) as Partial<Record<ChartLink, unknown>>
  const others: readonly unknown[] = Array.isArray(stored.others) ? stored.others : []
  return {
    count: CHART_COUNTS.find((count) => count === stored.count) ?? 1,
    links: {
      symbol: links.symbol === true,
      interval: links.interval === true,
      crosshair: links.crosshair !== false,
    },
    others: BEGINNINGS.map((interval, at) => readShown(others[at], interval)),
  }
}

function readShown(value: unknown, usual: Interval): ShownChart {
  const { market, interval } = Object(value) as Partial<Record<keyof ShownChart, unknown>>
  return {
    market: typeof market === "string" && /^[A-Z0-9_]{1,40}$/.test(market) ? market : "",
    interval: INTERVALS.find((known) => known === interval) ?? usual,
  }
}

/** Pure: what the charts show, in order; `first` is what the ticket trades, in its interval. */
export function shownCharts({ count, links, others }: ChartsLayout, first: ShownChart): ShownChart[] {
  return [
    first,
    ...others.slice(0, count - 1).map(({ market, interval }) => ({
      market: links.symbol || market === "" ? first.market : market,
      interval: links.interval ? first.interval : interval,
    })),
  ]
}

/** Pure: links, or lets go. What stood linked stays as it is on screen. */
export function linked(
  layout: ChartsLayout,
  link: ChartLink,
  isOn: boolean,
  first: ShownChart,
): ChartsLayout {
  // Charts that aren't on screen keep what they had.
  const shown = shownCharts(layout, first).slice(1)
  const others = layout.others.map((other, at) => shown[at] ?? other)
  return { ...layout, links: { ...layout.links, [link]: isOn }, others: isOn ? layout.others : others }
}

/** Pure: another market or interval in the chart at a place behind the first. */
export function changed(layout: ChartsLayout, at: number, change: Partial<ShownChart>): ChartsLayout {
  return {
    ...layout,
    others: layout.others.map((other, place) => (place === at - 1 ? { ...other, ...change } : other)),
  }
}

export const deskCharts = proxy<{
  layout: ChartsLayout
  /** The chart that is worked with: keys and drawing tools mean it, and its live bar is the quickest. */
  chosen: number
}>({ layout: ref(parseCharts(readDevice(KEY))), chosen: 0 })

function keep(layout: ChartsLayout): void {
  deskCharts.layout = ref(layout)
  if (deskCharts.chosen >= layout.count) deskCharts.chosen = 0
  writeDevice(KEY, JSON.stringify(layout))
}

/** The charts of a named layout, which may be of another release or from somebody else. */
export const takeCharts = (kept: KeptCharts): void => keep(readCharts(kept))

export const setChartCount = (count: ChartCount): void => keep({ ...deskCharts.layout, count })

export const setChartLink = (link: ChartLink, isOn: boolean, first: ShownChart): void =>
  keep(linked(deskCharts.layout, link, isOn, first))

export const changeDeskChart = (at: number, change: Partial<ShownChart>): void =>
  keep(changed(deskCharts.layout, at, change))

export function chooseDeskChart(at: number): void {
  deskCharts.chosen = at
}
