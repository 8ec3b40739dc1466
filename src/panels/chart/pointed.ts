/** Where the own crosshair of a chart is. */

import { useEffect, useState } from "react"
import type { ChartCanvas } from "./chart-canvas.ts"

interface Pointed {
  /** Opening time of the bar, epoch ms. */
  time: number
  price: number
}

/** Undefined while nothing, or a place without a bar, is pointed at. */
export function usePointed(canvas: ChartCanvas): Pointed | undefined {
  const [pointed, setPointed] = useState<Pointed>()
  useEffect(
    () =>
      canvas.onPointed((time, price) =>
        setPointed(time === undefined || price === undefined ? undefined : { time, price }),
      ),
    [canvas],
  )
  return pointed
}
