/** The canvas of a bar replay: bars that nobody pushes, drawn as they are told. */

import { type RefObject, useEffect, useRef, useState } from "react"
import type { Interval } from "#core/candle/interval.ts"
import type { Bars } from "../bars.model.ts"
import { ChartCanvas } from "../chart-canvas.ts"
import { onColours, readColours } from "../chart-colours.ts"
import type { ChartText } from "../chart-text.ts"

export interface ReplayCanvas {
  mount: RefObject<HTMLElement | null>
  /** Undefined until mounted. */
  canvas: ChartCanvas | undefined
  /** Index of the bar under the crosshair. */
  crosshair: number | undefined
  /** Rises when the canvas moved. */
  moved: number
}

interface ReplayCanvasProps {
  bars: Bars
  interval: Interval
  text: ChartText
  onOldest: () => void
}

export function useReplayCanvas({ bars, interval, text, onOldest }: ReplayCanvasProps): ReplayCanvas {
  const mount = useRef<HTMLElement>(null)
  const [canvas, setCanvas] = useState<ChartCanvas>()
  const [crosshair, setCrosshair] = useState<number>()
  const [moved, setMoved] = useState(0)
  const oldest = useRef(onOldest)
  useEffect(() => {
    oldest.current = onOldest
  })
  useEffect(() => {
    const element = mount.current
    if (!element) return
    const made = new ChartCanvas(
      element,
      { colours: readColours(element), formats: text, interval },
      {
        onNearEdge: (edge) => {
          if (edge === "oldest") oldest.current()
        },
        onCrosshair: setCrosshair,
        onMove: () => setMoved((count) => count + 1),
      },
    )
    made.setGestures("full")
    made.draw(bars, { kind: "all" }, interval)
    made.scrollToNow()
    setCanvas(made)
    const unwatch = onColours(element, (colours) => made.setColours(colours))
    return () => {
      unwatch()
      made.remove()
      setCanvas(undefined)
    }
  }, [bars, interval, text])
  return { mount, canvas, crosshair, moved }
}
