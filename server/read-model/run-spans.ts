/**
 * The source of each candle. The joining rule:
 *
 * - Inside a run span (the exchange was up) candles are what the engine traded, kept in the archive. A bucket in
 *   which nothing was traded is a W3 fill there, at the close before it.
 * - Outside the run spans they are computed by the feed's history, if it has one, and labelled generated.
 * - Where neither is, there is a hole: no candle at all, and never a fill.
 * - A bucket partly in one and partly in another is folded from its parts, in the order of time, and is labelled
 *   generated if any of them was.
 *
 * Spans are widened to whole seconds, the finest step of the history, so that a second has one origin only.
 */

import type { TimeMs } from "#core/money/units.ts"
import type { RunSpan } from "#server/storage/market-archive.ts"

export type Origin = "engine" | "generated" | "hole"

/** A stretch [from, to) of one origin. */
export interface Segment {
  from: TimeMs
  to: TimeMs
  origin: Origin
}

const SECOND_MS = 1000
const secondDown = (time: TimeMs) => Math.floor(time / SECOND_MS) * SECOND_MS
const secondUp = (time: TimeMs) => Math.ceil(time / SECOND_MS) * SECOND_MS

/** Ascending spans as whole seconds, those that meet joined into one. */
export function wholeSpans(spans: readonly RunSpan[]): RunSpan[] {
  const whole: RunSpan[] = []
  for (const span of spans) {
    const next = { from: secondDown(span.from), to: secondUp(span.to) }
    const last = whole.at(-1)
    if (last && next.from <= last.to) last.to = Math.max(last.to, next.to)
    else if (next.to > next.from) whole.push(next)
  }
  return whole
}

export interface OriginRules {
  /** As {@link wholeSpans} gives them. */
  spans: readonly RunSpan[]
  /** From when on history can be computed; undefined: the feed has none. */
  historySince: TimeMs | undefined
  /** What was traded before is no longer kept in the detail asked for. */
  keptSince: TimeMs
}

/** The segments that make up [from, to), ascending and without a gap. */
export function segmentsOf(from: TimeMs, to: TimeMs, rules: OriginRules): Segment[] {
  const segments: Segment[] = []
  let at = from
  for (const span of rules.spans) {
    if (span.to <= at) continue
    if (span.from >= to) break
    pushOutside(segments, { from: at, to: Math.min(span.from, to) }, rules)
    at = Math.max(at, span.from)
    const end = Math.min(span.to, to)
    const kept = Math.min(Math.max(at, rules.keptSince), end)
    push(segments, { from: at, to: kept, origin: "hole" })
    push(segments, { from: kept, to: end, origin: "engine" })
    at = end
  }
  pushOutside(segments, { from: at, to }, rules)
  return segments
}

function pushOutside(segments: Segment[], { from, to }: RunSpan, { historySince }: OriginRules): void {
  const since = Math.min(Math.max(from, historySince ?? to), to)
  push(segments, { from, to: since, origin: "hole" })
  push(segments, { from: since, to, origin: "generated" })
}

function push(segments: Segment[], segment: Segment): void {
  if (segment.to > segment.from) segments.push(segment)
}
