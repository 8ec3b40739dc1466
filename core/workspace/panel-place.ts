/** Where a panel that is dragged over another one would stand. Plain functions. */

import type { PanelColumns, PanelName } from "./layout.ts"

export type PanelEdge = "left" | "right" | "top" | "bottom"

/** The place at one edge of a panel that is on the desk. */
export interface PanelPlace {
  beside: PanelName
  edge: PanelEdge
}

/** In px of the window. */
export interface PanelBox {
  left: number
  top: number
  width: number
  height: number
}

/** So much of a panel's width, at either side, means a column of its own; between them its upper and lower half count. */
const SIDE = 0.25

/** The edge that a point of the box means. */
export function edgeAt({ left, top, width, height }: PanelBox, x: number, y: number): PanelEdge {
  const across = (x - left) / width
  if (across < SIDE) return "left"
  if (across > 1 - SIDE) return "right"
  return y - top < height / 2 ? "top" : "bottom"
}

/** The half of the box, or its quarter at a side, that the panel would take: what marks the place. */
export function boxAt({ left, top, width, height }: PanelBox, edge: PanelEdge): PanelBox {
  const half = height / 2
  const side = width * SIDE
  if (edge === "top") return { left, top, width, height: half }
  if (edge === "bottom") return { left, top: top + half, width, height: half }
  return { left: edge === "left" ? left : left + width - side, top, width: side, height }
}

/**
 * The desk with the panel at that place: above or below the named one in its column, or in a column of its own beside that
 * column. Undefined: nothing would change, or one of the two isn't on the desk.
 */
export function placedPanel(
  columns: PanelColumns,
  panel: PanelName,
  { beside, edge }: PanelPlace,
): PanelColumns | undefined {
  const target = columns.find((column) => column.includes(beside))
  if (!target || !columns.some((column) => column.includes(panel))) return undefined
  const placed = columns.flatMap((column): PanelColumns => {
    const rest = column.filter((each) => each !== panel)
    const left = rest.length > 0 ? [rest] : []
    if (column !== target) return left
    if (edge === "left") return [[panel], ...left]
    if (edge === "right") return [...left, [panel]]
    if (beside === panel) return [column]
    return [rest.toSpliced(rest.indexOf(beside) + (edge === "bottom" ? 1 : 0), 0, panel)]
  })
  return JSON.stringify(placed) === JSON.stringify(columns) ? undefined : placed
}
