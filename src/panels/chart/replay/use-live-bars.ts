/** The bars among which the moment of a replay is chosen: the newest of the market, and older ones as the view goes there. */

import { useCallback, useEffect, useRef, useState } from "react"
import type { Interval } from "#core/candle/interval.ts"
import { Bars, type BarsChange, readBars } from "../bars.model.ts"
import { barsBefore, type FetchBars, PAGE_BARS } from "./replay-source.ts"

/** Bars before the newest at which a replay begins unless another moment is chosen. */
const USUAL_BARS = 60

export interface LiveBars {
  bars: Bars
  /** A moment to begin with; undefined until bars have come. */
  usual: number | undefined
  hasFailed: boolean
  loadOlder: () => void
  drawWith: (draw: ((change: BarsChange) => void) | undefined) => void
}

export function useLiveBars(fetch: FetchBars, interval: Interval): LiveBars {
  const [bars] = useState(() => new Bars())
  const [state, setState] = useState<{ usual?: number; hasFailed: boolean }>({ hasFailed: false })
  const draw = useRef<((change: BarsChange) => void) | undefined>(undefined)
  const isAsking = useRef(false)
  useEffect(() => {
    let isCurrent = true
    void fetch(interval, PAGE_BARS).then((packed) => {
      if (!isCurrent) return
      bars.list = readBars(packed)
      bars.more = bars.list.length > 0
      const first = bars.list[Math.max(0, bars.list.length - 1 - USUAL_BARS)]
      setState(first ? { usual: first.time, hasFailed: false } : { hasFailed: true })
      draw.current?.({ kind: "all" })
    })
    return () => {
      isCurrent = false
    }
  }, [bars, fetch, interval])
  const loadOlder = useCallback(() => {
    const first = bars.list[0]
    if (!first || isAsking.current || !bars.more) return
    isAsking.current = true
    void barsBefore(fetch, interval, first.time).then((older) => {
      isAsking.current = false
      bars.more = older.length > 0
      bars.list = [...older, ...bars.list]
      draw.current?.({ kind: "all" })
    })
  }, [bars, fetch, interval])
  const drawWith = useCallback((next: typeof draw.current) => {
    draw.current = next
  }, [])
  return { bars, usual: state.usual, hasFailed: state.hasFailed, loadOlder, drawWith }
}
