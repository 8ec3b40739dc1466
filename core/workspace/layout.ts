/** How the panels of a desk stand, and a named layout of them: columns of panels, one below the other. Plain functions. */

import type { Interval } from "../candle/interval.ts"
import type { ColumnChoices } from "./table-columns.ts"

/** `list`: of markets; `orders`: own orders and positions. */
export const PANELS = ["list", "chart", "orders", "book", "tape", "ticket"] as const
export type PanelName = (typeof PANELS)[number]

/** From left to right, each from top to bottom; no panel twice, no column empty. None at all: the standard desk. */
export type PanelColumns = readonly (readonly PanelName[])[]

export interface DeskSizes {
  /** Shares in percent, by {@link columnName}. Of columns that aren't named the usual width stands. */
  widths: Readonly<Record<string, number>>
  /** Shares in percent of its column, by panel. */
  heights: Readonly<Record<string, number>>
}

/** What an indicator of a template draws with: lengths and the names of its colours. One that is off is missing. */
export interface KeptStudy {
  lengths: readonly number[]
  colours: readonly string[]
}

/** Several charts on one desk, as src/stores/charts-store.ts knows them. */
export interface KeptCharts {
  count: number
  links: Readonly<Record<string, boolean>>
  /** Of the second chart and those after it; an empty market is that of the ticket. */
  others: readonly { market: string; interval: Interval }[]
}

export interface DeskLayout extends DeskSizes {
  id: string
  name: string
  columns: PanelColumns
  interval: Interval
  studies: Readonly<Record<string, KeptStudy>>
  /** Indicators by their panes, those over the candles first. Undefined in layouts of releases that didn't keep it. */
  panes?: readonly (readonly string[])[] | undefined
  tables: ColumnChoices
  /** Undefined in layouts of releases that didn't keep them: the charts stay as they are. */
  charts?: KeptCharts | undefined
}

/** The form layouts are written in. What is of a newer form isn't read. */
export const LAYOUT_FORM = 1
/** Of a user. */
export const LAYOUTS_MAX = 20
export const LAYOUT_NAME_MAX = 30
/** Letters of one layout as JSON. */
export const LAYOUT_LENGTH_MAX = 6000

export const columnName = (column: readonly PanelName[]): string => column.join("+")

/** A name as it is kept: without blanks at its ends or several in a row. */
export const cleanName = (name: string): string => name.replace(/\s+/g, " ").trim()

/** The desks that come with the terminal; `standard` is the one that fits itself to the width of the window. */
export const PRESETS = {
  standard: [],
  chart: [["chart", "orders"], ["ticket"]],
  book: [["chart", "orders"], ["book"], ["tape"], ["ticket"]],
  scalper: [["tape"], ["book"], ["ticket"], ["chart", "orders"]],
} as const satisfies Record<string, PanelColumns>
export type PresetName = keyof typeof PRESETS
export const PRESET_NAMES = Object.keys(PRESETS) as PresetName[]

/** The standard desk as columns, to begin changing it from: as many as a window of this width has room for. */
export function standardColumns(width: "narrow" | "medium" | "wide"): PanelColumns {
  const middle: PanelColumns = [["chart", "orders"]]
  if (width === "narrow") return [...middle, ["book", "tape"], ["ticket"]]
  if (width === "medium") return [["list"], ...middle, ["book", "tape"], ["ticket"]]
  return [["list"], ...middle, ["book"], ["tape"], ["ticket"]]
}

export type Direction = "left" | "right" | "up" | "down"

/**
 * A panel one step further. Out of a column that it shares it goes into one of its own; out of its own to the end of the
 * next column; up and down within its column. Undefined: there is no further that way.
 */
export function movedPanel(
  columns: PanelColumns,
  panel: PanelName,
  direction: Direction,
): PanelColumns | undefined {
  const at = columns.findIndex((column) => column.includes(panel))
  const column = columns[at]
  if (!column) return undefined
  const rest = column.filter((each) => each !== panel)
  if (direction === "up" || direction === "down") {
    const to = column.indexOf(panel) + (direction === "up" ? -1 : 1)
    if (to < 0 || to > rest.length) return undefined
    return columns.with(at, rest.toSpliced(to, 0, panel))
  }
  if (rest.length > 0)
    return columns.toSpliced(at, 1, ...(direction === "left" ? [[panel], rest] : [rest, [panel]]))
  const to = at + (direction === "left" ? -1 : 1)
  const next = columns[to]
  return next && columns.with(to, [...next, panel]).toSpliced(at, 1)
}

/** Undefined: it is the last one. */
export function withoutPanel(columns: PanelColumns, panel: PanelName): PanelColumns | undefined {
  const left = columns
    .map((column) => column.filter((each) => each !== panel))
    .filter(({ length }) => length > 0)
  return left.length > 0 ? left : undefined
}

/** A panel that is hidden, where one would look for it: own orders below the chart, the list at the left, else at the right. */
export function withPanel(columns: PanelColumns, panel: PanelName): PanelColumns {
  if (columns.some((column) => column.includes(panel))) return columns
  if (panel === "list") return [[panel], ...columns]
  const chart = columns.findIndex((column) => column.includes("chart"))
  if (panel === "orders" && chart >= 0) return columns.with(chart, [...(columns[chart] ?? []), panel])
  return [...columns, [panel]]
}

/** Each panel at most once, no column empty: what a desk can show. */
export const isSound = (columns: PanelColumns): boolean =>
  columns.every(({ length }) => length > 0) && new Set(columns.flat()).size === columns.flat().length
