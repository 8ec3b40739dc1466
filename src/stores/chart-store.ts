/** This device's chart settings, by market and as set last; kept under `saker:chart`. */

import { proxy, ref } from "valtio"
import { INTERVALS, type Interval } from "#core/candle/interval.ts"
import { marketKindOf } from "#core/instrument/market-kind.ts"
import {
  type ChartSetup,
  readSetup,
  SECOND_SETUP,
  type StudyKind,
  type StudySetup,
  USUAL_SETUP,
} from "./chart-setup.ts"
import { readDevice, writeDevice } from "./device-storage.ts"

const KEY = "saker:chart"
/** Markets whose own setup is kept; the one that was set longest ago goes first. */
export const SETUPS_MAX = 60

export interface ChartSettings {
  /** The interval chosen last; a link with its own wins. */
  interval: Interval
  /** The same of second contracts. */
  secondInterval: Interval
  /** Whether own open orders stand on charts as lines, and own fills as marks. */
  hasOrders: boolean
  /** Own positions as lines, with their liquidation, take-profit and stop-loss. */
  hasPositions: boolean
  hasFills: boolean
  /** The liquidity of the book over time, behind the candles. */
  hasHeat: boolean
  /** What was traded at each price of each bar, in the place of the candles. */
  hasFootprint: boolean
  /** As set last anywhere: how a market without a setup of its own begins. */
  usual: ChartSetup
  /** By market id, the one set last at the end. */
  setups: Readonly<Record<string, ChartSetup>>
}

/** Reads stored settings field by field; what isn't one falls back to its default. */
export function parseChartSettings(text: string | null): ChartSettings {
  let stored: Partial<Record<keyof ChartSettings, unknown>> = {}
  try {
    stored = Object(JSON.parse(text ?? "{}"))
  } catch {
    // Not ours, or cut off: the defaults hold.
  }
  const setups = Object.entries(Object(stored.setups) as Record<string, unknown>).slice(-SETUPS_MAX)
  return {
    interval: INTERVALS.find((interval) => interval === stored.interval) ?? "15m",
    secondInterval: INTERVALS.find((interval) => interval === stored.secondInterval) ?? "5s",
    hasOrders: stored.hasOrders !== false,
    hasPositions: stored.hasPositions !== false,
    hasFills: stored.hasFills !== false,
    hasHeat: stored.hasHeat === true,
    hasFootprint: stored.hasFootprint === true,
    // Replaced whole, never changed inside: as proxies they would cost more than what they say.
    usual: ref({ ...readSetup(stored.usual), compare: [], rangeTicks: 0 }),
    setups: ref(Object.fromEntries(setups.map(([id, setup]) => [id, readSetup(setup)]))),
  }
}

export const chartSettings = proxy<ChartSettings>(parseChartSettings(readDevice(KEY)))

// Set in another window, of which the settings are replaced whole: this one goes on from there.
globalThis.window?.addEventListener("storage", ({ key, newValue }) => {
  if (key === KEY) Object.assign(chartSettings, parseChartSettings(newValue))
})

/** A chart beside the first has a setup of its own for each market: `2:BTC_USDT`. `place` counts from 0. */
export const setupId = (place: number, market: string): string =>
  place === 0 ? market : `${place + 1}:${market}`

export const marketOfSetup = (id: string): string => id.slice(id.indexOf(":") + 1)

/** The setup of one chart: its own, that of the first chart of its market, or the one set last. */
export const setupOf = (settings: Pick<ChartSettings, "setups" | "usual">, id: string): ChartSetup =>
  settings.setups[id] ??
  settings.setups[marketOfSetup(id)] ??
  (marketKindOf(id) === "second" ? SECOND_SETUP : settings.usual)

export function changeChartSettings(change: Partial<Omit<ChartSettings, "usual" | "setups">>): void {
  Object.assign(chartSettings, change)
  keep()
}

/** Changes one market's chart; other markets without a setup of their own follow, but compare with nothing. */
export function changeSetup(id: string, change: Partial<ChartSetup>): void {
  const setup = { ...setupOf(chartSettings, id), ...change }
  const others = Object.entries(chartSettings.setups).filter(([other]) => other !== id)
  chartSettings.setups = ref(Object.fromEntries([...others.slice(1 - SETUPS_MAX), [id, setup]]))
  // Ticks are another market's business, too.
  if (marketKindOf(id) !== "second" && marketOfSetup(id) === id)
    chartSettings.usual = ref({ ...setup, compare: [], rangeTicks: 0 })
  keep()
}

export function changeStudy(id: string, kind: StudyKind, change: Partial<StudySetup>): void {
  const { studies } = setupOf(chartSettings, id)
  changeSetup(id, { studies: { ...studies, [kind]: { ...studies[kind], ...change } } })
}

/** Indicators, scale and style as they are delivered; the markets compared with stay. */
export function resetSetup(id: string): void {
  const { compare } = setupOf(chartSettings, id)
  changeSetup(id, { ...USUAL_SETUP, compare })
}

function keep(): void {
  writeDevice(KEY, JSON.stringify(chartSettings))
}
