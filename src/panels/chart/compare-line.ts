/** How does the second line of a comparison stay filled? By calls of the worker, for the bars on screen and the live one. */

import { useEffect } from "react"
import type { Interval } from "#core/candle/interval.ts"
import { fetchBars } from "../../feed/connect-market-worker.ts"
import type { Bar } from "./bars.model.ts"
import type { ChartCanvas } from "./chart-canvas.ts"
import { CompareCloses } from "./compare-closes.model.ts"

/** The second market's live bar is asked for, not subscribed: it is a background line. */
const LIVE_EVERY_MS = 5000

interface Compared {
  canvas: ChartCanvas | undefined
  bars: readonly Bar[]
  other: string | null
  interval: Interval
}

/** Keeps the second line of the canvas filled while there is one. */
export function useCompare({ canvas, bars, other, interval }: Compared): void {
  const first = bars[0]?.time
  const last = bars.at(-1)?.time
  useEffect(() => {
    if (!canvas || other === null) return
    let isEnded = false
    const source = new CompareCloses((limit, before) => fetchBars(other, interval, limit, before))
    sources.set(canvas, source)
    const refresh = window.setInterval(async () => {
      if (document.hidden) return
      await source.refresh()
      if (!isEnded) canvas.setCloses(source.closes)
    }, LIVE_EVERY_MS)
    return () => {
      isEnded = true
      window.clearInterval(refresh)
      sources.delete(canvas)
    }
  }, [canvas, other, interval])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the span says when the list, changed in place, has other bars
  useEffect(() => {
    if (!canvas || other === null) return
    const source = sources.get(canvas)
    void source?.cover(bars).then((hasCome) => {
      if (hasCome && sources.get(canvas) === source) canvas.setCloses(source.closes)
    })
  }, [canvas, other, interval, first, last])
}

/** The source that feeds a canvas at the moment. */
const sources = new WeakMap<ChartCanvas, CompareCloses>()
