/** How does the canvas live? Made where it is mounted, fed with the frames of one market and interval, asked for more at its edges. */

import { type RefObject, useEffect, useRef, useState } from "react"
import type { Interval } from "#core/candle/interval.ts"
import { loadNewerBars, loadNewestBars, loadOlderBars } from "../../feed/worker-calls.ts"
import { market, onChartFrame } from "../../stores/market-store.ts"
import { Bars } from "./bars.model.ts"
import { ChartCanvas } from "./chart-canvas.ts"
import { onColours, readColours } from "./chart-colours.ts"
import type { ChartText } from "./chart-text.ts"
import { RangeView } from "./range-view.ts"

export interface AttachedCanvas {
  mount: RefObject<HTMLElement | null>
  /** Undefined until mounted. */
  canvas: ChartCanvas | undefined
  /** As they are drawn. */
  bars: Bars
  /** Ticks of a range bar; undefined where bars are of an interval. */
  range: number | undefined
  /** A frame has come: without bars the market has none. */
  hasFrame: boolean
  /** Index of the bar under the crosshair. */
  crosshair: number | undefined
  /** Rises when the canvas moved. */
  moved: number
  /** To the newest bar, loaded or not. */
  toNow: () => void
}

/** `range`: bars of so many ticks are made of those of the interval (0: as fits the price); undefined: they are drawn themselves. */
export function useCanvas(
  instrument: string,
  interval: Interval,
  text: ChartText,
  range?: number,
): AttachedCanvas {
  const mount = useRef<HTMLElement>(null)
  const [canvas, setCanvas] = useState<ChartCanvas>()
  const [bars] = useState(() => new Bars())
  const [ranged] = useState(() =>
    range === undefined ? undefined : new RangeView(range, () => tickOf(instrument) ?? text.tickSize),
  )
  const shown = ranged?.bars ?? bars
  const [hasFrame, setHasFrame] = useState(false)
  const [crosshair, setCrosshair] = useState<number>()
  const [moved, setMoved] = useState(0)
  const isGoingToNow = useRef(false)

  useEffect(() => {
    const element = mount.current
    if (!element) return
    let isAsking = false
    const ask = (load: typeof loadOlderBars) => {
      if (isAsking) return
      isAsking = true
      void load(instrument, interval).finally(() => {
        isAsking = false
      })
    }
    const made = new ChartCanvas(
      element,
      { colours: readColours(element), formats: text, interval },
      {
        onNearEdge: (edge) => {
          if (edge === "oldest" && shown.more) ask(loadOlderBars)
          else if (edge === "newest" && bars.newer) ask(loadNewerBars)
        },
        onCrosshair: setCrosshair,
        onMove: () => setMoved((count) => count + 1),
      },
    )
    if (shown.list.length > 0) made.draw(shown, { kind: "all" }, interval)
    setCanvas(made)
    const stop = onChartFrame((frame) => {
      if (frame.instrument !== instrument || frame.interval !== interval) return
      const change = bars.apply(frame)
      made.draw(shown, ranged ? ranged.apply(bars, change) : change, interval)
      setHasFrame(true)
      if (!isGoingToNow.current || bars.newer) return
      isGoingToNow.current = false
      made.scrollToNow()
    })
    const unwatch = onColours(element, (colours) => made.setColours(colours))
    return () => {
      stop()
      unwatch()
      made.remove()
      setCanvas(undefined)
    }
  }, [instrument, interval, text, bars, ranged, shown])

  const toNow = () => {
    isGoingToNow.current = bars.newer
    if (bars.newer) void loadNewestBars(instrument, interval)
    else canvas?.scrollToNow()
  }
  return { mount, canvas, bars: shown, range: ranged?.range, hasFrame, crosshair, moved, toNow }
}

function tickOf(instrument: string): number | undefined {
  const listed = market.catalogue?.byId.get(instrument)
  return listed && Number(listed.tick)
}
