/** How does this device want its charts? Kept under `saker:chart`. */

import { proxy } from "valtio"
import { INTERVALS, type Interval } from "#core/candle/interval.ts"
import { readDevice, writeDevice } from "./device-storage.ts"

const KEY = "saker:chart"

export interface ChartSettings {
  style: "candles" | "line"
  averages: boolean
  volume: boolean
  /** The interval chosen last; a link with its own wins. */
  interval: Interval
}

const DEFAULTS: ChartSettings = { style: "candles", averages: true, volume: true, interval: "15m" }

/** Reads stored settings field by field; what isn't one falls back to its default. */
export function parseChartSettings(text: string | null): ChartSettings {
  let stored: Partial<Record<keyof ChartSettings, unknown>> = {}
  try {
    stored = Object(JSON.parse(text ?? "{}"))
  } catch {
    // Not ours, or cut off: the defaults hold.
  }
  return {
    style: stored.style === "line" ? "line" : DEFAULTS.style,
    averages: typeof stored.averages === "boolean" ? stored.averages : DEFAULTS.averages,
    volume: typeof stored.volume === "boolean" ? stored.volume : DEFAULTS.volume,
    interval: INTERVALS.find((interval) => interval === stored.interval) ?? DEFAULTS.interval,
  }
}

export const chartSettings = proxy<ChartSettings>(parseChartSettings(readDevice(KEY)))

export function changeChartSettings(change: Partial<ChartSettings>): void {
  Object.assign(chartSettings, change)
  writeDevice(KEY, JSON.stringify(chartSettings))
}
