/** The crosshair of one chart shown in the others: at the bar that holds the same moment. */

import { useEffect, useState } from "react"
import type { ChartCanvas } from "./chart-canvas.ts"
import { useChartPlace } from "./chart-place.ts"
import { lastAtOrBefore } from "./drawings/drawing-scale.ts"

interface Pointed {
  canvas: ChartCanvas
  instrument: string
  /** Epoch ms; undefined: the pointer has left. */
  time: number | undefined
  price: number | undefined
}

const listeners = new Set<(pointed: Pointed) => void>()

/**
 * Tells the others where this chart's crosshair is, and follows theirs while they are linked. The price is that of the
 * pointer in charts of the same market, elsewhere the bar's close. Answers the index of the bar that another chart
 * points at, -1 where it points at none here; undefined while the own crosshair counts.
 */
export function useLinkedCrosshair(canvas: ChartCanvas | undefined, instrument: string): number | undefined {
  const { hasLinkedCrosshair } = useChartPlace()
  const [index, setIndex] = useState<number>()
  useEffect(() => {
    if (!canvas || !hasLinkedCrosshair) return
    const hear = (pointed: Pointed) => {
      if (pointed.canvas === canvas) return
      const { bars } = canvas.places()
      const at = pointed.time === undefined ? -1 : lastAtOrBefore(bars, pointed.time)
      const bar = bars[at]
      setIndex(at)
      const price = pointed.instrument === instrument ? pointed.price : undefined
      canvas.pointAt(bar && { time: bar.time, price: price ?? bar.close })
    }
    listeners.add(hear)
    const leave = canvas.onPointed((time, price) => {
      // The own pointer is here: nobody else's is shown.
      setIndex(undefined)
      for (const tell of listeners) tell({ canvas, instrument, time, price })
    })
    return () => {
      listeners.delete(hear)
      leave()
      setIndex(undefined)
    }
  }, [canvas, instrument, hasLinkedCrosshair])
  return index
}
