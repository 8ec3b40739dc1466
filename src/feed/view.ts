/** Merges what the panels show into one view, once a microtask; the worker is told only of changes. */

import { useEffect, useRef } from "react"
import type { View } from "#workers/market/market.api.ts"

/** What one panel shows; several are merged into one {@link View}. */
export type ViewPart = Partial<View>

const NOTHING: View = { list: null, tickers: [], book: null, tape: null, chart: null, hud: false }

const parts = new Map<object, ViewPart>()
let shown: View = NOTHING
let shownText = ""
/** The panel whose chart the worker serves: bars go to a listener and are kept nowhere else. */
let chartOwner: object | undefined
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

/** Of list, book, tape and chart there is one each: the panel that came last has it. */
export function mergeViews(all: Iterable<ViewPart>): View {
  const merged: View = { ...NOTHING }
  const tickers = new Set<string>()
  const indexes = new Set<string>()
  for (const part of all) {
    for (const id of part.tickers ?? []) tickers.add(id)
    for (const index of part.indexes ?? []) indexes.add(index)
    merged.list = part.list ?? merged.list
    merged.book = part.book ?? merged.book
    merged.tape = part.tape ?? merged.tape
    merged.chart = part.chart ?? merged.chart
    if (part.depth) merged.depth = part.depth
    if (part.ladder) merged.ladder = part.ladder
    if (part.openInterest) merged.openInterest = part.openInterest
    if (part.boards) merged.boards = part.boards
    merged.hud = part.hud ?? merged.hud
  }
  merged.tickers = [...tickers]
  if (indexes.size > 0) merged.indexes = [...indexes]
  return merged
}

function publish(): void {
  isScheduled = false
  const view = mergeViews(parts.values())
  const text = JSON.stringify(view)
  const owner = [...parts].findLast(([, part]) => part.chart)?.[0]
  const hasNewChartPanel = owner !== chartOwner && view.chart !== null && shown.chart !== null
  chartOwner = owner
  if (text === shownText && !hasNewChartPanel) return
  // A new chart panel holds no bars: dropping the old view first makes the worker send them all again.
  if (hasNewChartPanel) listener?.({ ...view, chart: null })
  shown = view
  shownText = text
  listener?.(view)
}
