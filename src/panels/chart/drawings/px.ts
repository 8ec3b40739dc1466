/** Plane geometry of the chart's pixels: how far from a line, inside what. Pure. */

import type { Px } from "./drawing-scale.ts"

/** Distance of a place from the straight piece between two others. */
export function distanceTo(at: Px, from: Px, to: Px): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const length = dx * dx + dy * dy
  const share = length === 0 ? 0 : ((at.x - from.x) * dx + (at.y - from.y) * dy) / length
  const near = Math.min(1, Math.max(0, share))
  return Math.hypot(at.x - from.x - near * dx, at.y - from.y - near * dy)
}

/** Whether a place lies in the area with these corners, in either turn. */
export function isInside(at: Px, corners: readonly Px[]): boolean {
  let inside = false
  corners.forEach((one, index) => {
    const other = corners[(index + corners.length - 1) % corners.length] ?? one
    const crosses = one.y > at.y !== other.y > at.y
    if (crosses && at.x < ((other.x - one.x) * (at.y - one.y)) / (other.y - one.y) + one.x) inside = !inside
  })
  return inside
}

/** Where the line from one place through another leaves a pane of this width; the other place itself where it has no direction. */
export function prolonged(from: Px, through: Px, { width, height }: { width: number; height: number }): Px {
  const [dx, dy] = [through.x - from.x, through.y - from.y]
  if (dx === 0 && dy === 0) return through
  if (dx === 0) return { x: from.x, y: dy > 0 ? Math.max(height, through.y) : Math.min(0, through.y) }
  const x = dx > 0 ? Math.max(width, through.x) : Math.min(0, through.x)
  return { x, y: from.y + (dy * (x - from.x)) / dx }
}
