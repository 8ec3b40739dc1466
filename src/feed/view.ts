/** Merges what the panels show into one view, once a microtask; the worker is told only of changes. */

import { useEffect, useRef } from "react"
import type { ChartView, View } from "#workers/market/market.api.ts"

/** What one panel shows; several are merged into one {@link View}. */
export type ViewPart = Partial<View>

/** Of these there is one each as well, and mostly none. */
const ALONE = [
  "depth",
  "ladder",
  "heat",
  "footprint",
  "priceLadder",
  "openInterest",
  "boards",
  "rowIndexes",
] as const

const NOTHING: View = { list: null, tickers: [], book: null, tape: null, chart: null, hud: false }

const parts = new Map<object, ViewPart>()
let shown: View = NOTHING
let shownText = ""
/** Which panel shows which chart: bars go to its listener and are kept nowhere else. */
let chartOwners: ReadonlyMap<object, string> = new Map()
let isScheduled = false
let listener: ((view: View) => void) | undefined

/** Says what this component shows, until it unmounts. `null`: nothing at the moment. */
export function useView(part: ViewPart | null): void {
  const owner = useRef({})
  const text = JSON.stringify(part)
  useEffect(() => setViewPart(owner.current, JSON.parse(text)), [text])
  useEffect(() => {
    const key = owner.current
    return () => setViewPart(key, null)
  }, [])
}

/** Puts or takes (`null`) one panel's part; the merged view goes out with the next microtask. */
export function setViewPart(owner: object, part: ViewPart | null): void {
  if (part) parts.set(owner, part)
  else parts.delete(owner)
  if (isScheduled) return
  isScheduled = true
  queueMicrotask(publish)
}

/** Hands every change of the merged view to `show`, and the present one at once, unless nothing is shown yet. */
export function onView(show: (view: View) => void): void {
  listener = show
  if (shown !== NOTHING) show(shown)
}

/** Of list, book, tape and `chart` there is one each: the panel that came last has it. Further charts stand beside it. */
export function mergeViews(all: Iterable<ViewPart>): View {
  const merged: View = { ...NOTHING }
  const tickers = new Set<string>()
  const indexes = new Set<string>()
  const charts = new Map<string, ChartView>()
  for (const part of all) {
    for (const id of part.tickers ?? []) tickers.add(id)
    for (const index of part.indexes ?? []) indexes.add(index)
    merged.list = part.list ?? merged.list
    merged.book = part.book ?? merged.book
    merged.tape = part.tape ?? merged.tape
    merged.chart = part.chart ?? merged.chart
    for (const chart of part.charts ?? []) charts.set(keyOf(chart), chart)
    for (const name of ALONE) if (part[name]) Object.assign(merged, { [name]: part[name] })
    merged.hud = part.hud ?? merged.hud
  }
  merged.tickers = [...tickers]
  if (indexes.size > 0) merged.indexes = [...indexes]
  if (merged.chart) charts.delete(keyOf(merged.chart))
  if (charts.size > 0) merged.charts = [...charts.values()]
  return merged
}

const keyOf = ({ instrument, interval }: ChartView): string => `${instrument}:${interval}`

const chartsOf = ({ chart, charts = [] }: ViewPart): readonly ChartView[] =>
  chart ? [chart, ...charts] : charts

/** A panel that comes to a chart that is served already holds no bars. */
function newcomersTo(served: ReadonlySet<string>, owners: ReadonlyMap<object, string>): Set<string> {
  const keys = new Set<string>()
  for (const [owner, key] of owners) if (chartOwners.get(owner) !== key && served.has(key)) keys.add(key)
  return keys
}

function publish(): void {
  isScheduled = false
  const view = mergeViews(parts.values())
  const text = JSON.stringify(view)
  const owners = new Map<object, string>()
  for (const [owner, part] of parts) for (const chart of chartsOf(part)) owners.set(owner, keyOf(chart))
  const anew = newcomersTo(new Set(chartsOf(shown).map(keyOf)), owners)
  chartOwners = owners
  if (text === shownText && anew.size === 0) return
  // Dropping such a chart first makes the worker send all its bars again.
  if (anew.size > 0) listener?.(without(view, anew))
  shown = view
  shownText = text
  listener?.(view)
}

function without(view: View, keys: ReadonlySet<string>): View {
  const [chart = null] = chartsOf(view).filter((one) => one === view.chart && !keys.has(keyOf(one)))
  return { ...view, chart, charts: (view.charts ?? []).filter((one) => !keys.has(keyOf(one))) }
}
