/** Keeps the lines of compared markets filled: by calls of the worker, for the bars on screen and the live one. */

import { useEffect } from "react"
import type { Interval } from "#core/candle/interval.ts"
import { fetchBars } from "../../feed/worker-calls.ts"
import type { Bar } from "./bars.model.ts"
import type { ChartCanvas } from "./chart-canvas.ts"
import { CompareCloses } from "./compare-closes.model.ts"

/** Live bars of other markets are asked for, not subscribed: they are background lines. */
const LIVE_EVERY_MS = 5000

interface Compared {
  canvas: ChartCanvas | undefined
  bars: readonly Bar[]
  others: readonly string[]
  interval: Interval
}

/** Keeps these lines of the canvas filled while there are any. */
export function useCompare({ canvas, bars, others, interval }: Compared): void {
  const first = bars[0]?.time
  const last = bars.at(-1)?.time
  // Names of markets have no comma; the list is another one at each drawing.
  const names = others.join()
  useEffect(() => {
    if (!canvas || names === "") return
    let isEnded = false
    const own = new Map(
      names
        .split(",")
        .map((name) => [
          name,
          new CompareCloses((limit, before) => fetchBars(name, interval, limit, before)),
        ]),
    )
    sources.set(canvas, own)
    const refresh = window.setInterval(async () => {
      if (document.hidden) return
      for (const [name, source] of own) {
        await source.refresh()
        if (!isEnded) canvas.setCloses(name, source.closes)
      }
    }, LIVE_EVERY_MS)
    return () => {
      isEnded = true
      window.clearInterval(refresh)
      sources.delete(canvas)
    }
  }, [canvas, names, interval])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the span says when the list, changed in place, has other bars
  useEffect(() => {
    if (!canvas || names === "") return
    const own = sources.get(canvas)
    for (const [name, source] of own ?? [])
      void source.cover(bars).then((hasCome) => {
        if (hasCome && sources.get(canvas) === own) canvas.setCloses(name, source.closes)
      })
  }, [canvas, names, interval, first, last])
}

/** The sources that feed a canvas at the moment, by market. */
const sources = new WeakMap<ChartCanvas, ReadonlyMap<string, CompareCloses>>()
