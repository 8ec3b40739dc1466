/** Hides the labels of the price axis that a tag at the axis would cover by half: half a figure reads as another one. */

import styles from "./axis-mask.module.css"
import type { ChartCanvas } from "./chart-canvas.ts"

/** Half the height of a label, px. */
const HALF_PX = 8

interface AxisMaskProps {
  canvas: ChartCanvas
  /** Upper and lower end of the tag, px from the top of the canvas. */
  from: number
  to: number
  /** Distance of the element that holds the mask from the top of the canvas, px. */
  origin?: number
}

export function AxisMask({ canvas, from, to, origin = 0 }: AxisMaskProps) {
  return canvas
    .labelTops()
    .filter((top) => top + HALF_PX > from && top - HALF_PX < to)
    .map((top) => (
      <div
        key={top}
        className={styles.mask}
        style={{ top: top - HALF_PX - origin, height: 2 * HALF_PX, width: canvas.axisWidth() }}
      />
    ))
}
