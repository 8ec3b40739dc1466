/** The edge of a chart where a bar covers fewer of the points that a finger takes hold of. */

import { type RefObject, useLayoutEffect, useState } from "react"
import type { Px } from "./drawing-scale.ts"

export type Edge = "top" | "bottom"

/** px of the chart. */
export interface Box {
  left: number
  top: number
  width: number
  height: number
}

/** px: a point is taken hold of from so far (a handle of 44 px). */
const REACH = 22

/**
 * The other edge where the bar would cover fewer points there, else the one where it is: it doesn't move without need.
 * `height`: of the chart in px; the bar is as far from its upper edge as from its lower one.
 */
export function freeEdge(edge: Edge, bar: Box, height: number, points: readonly Px[]): Edge {
  const covered = (top: number) =>
    points.filter(
      ({ x, y }) =>
        x > bar.left - REACH &&
        x < bar.left + bar.width + REACH &&
        y > top - REACH &&
        y < top + bar.height + REACH,
    ).length
  const other = height - bar.top - bar.height
  if (covered(other) >= covered(bar.top)) return edge
  return edge === "top" ? "bottom" : "top"
}

/** Where the bar is to be among these points; it is measured in the element that it is placed in. */
export function useFreeEdge(bar: RefObject<HTMLElement | null>, points: readonly Px[]): Edge {
  const [edge, setEdge] = useState<Edge>("bottom")
  useLayoutEffect(() => {
    const chart = bar.current?.offsetParent?.getBoundingClientRect()
    const box = bar.current?.getBoundingClientRect()
    if (!chart || !box) return
    const { width, height } = box
    const placed = { left: box.left - chart.left, top: box.top - chart.top, width, height }
    setEdge(freeEdge(edge, placed, chart.height, points))
  }, [bar, points, edge])
  return edge
}
