/** A small line of how a value has moved. A line without axis, and the level at which it began. */

import { memo } from "react"
import { classNames } from "./class-names.ts"
import { sparklinePath } from "./sparkline.model.ts"
import styles from "./sparkline.module.css"

interface SparklineProps {
  /** Oldest first. Fewer than two: nothing is drawn, the place is kept. */
  points: Float32Array | undefined
  /** Colour: rising, falling, or neither. */
  sign: -1 | 0 | 1
  /** Coordinates of the drawing; it stretches to its place. */
  width?: number
  height?: number
  className?: string | undefined
}

const COLOURS = { "-1": styles.down, "0": styles.flat, "1": styles.up } as const

/** Decoration beside the figure that says the same: hidden from screen readers. */
export const Sparkline = memo(function Sparkline(props: SparklineProps) {
  const { points, sign, width = 64, height = 24, className } = props
  const drawing = points && points.length > 1 ? sparklinePath(points, width, height) : undefined
  return (
    <svg
      className={classNames(styles.sparkline, COLOURS[sign], className)}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {drawing ? (
        <>
          <path className={styles.opening} d={`M0 ${drawing.openingY}H${width}`} />
          <path className={styles.line} d={drawing.line} />
        </>
      ) : null}
    </svg>
  )
})
