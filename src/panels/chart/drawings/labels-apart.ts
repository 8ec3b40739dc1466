/** Moves the labels of drawings apart, as those of own lines are (label-places.model.ts): none covers another. Pure. */

import { labelWidth } from "../label-places.model.ts"
import type { DrawingScale } from "./drawing-scale.ts"
import { LABEL_ROW_PX, type LabelShape, labelBox, type Shape } from "./shapes.ts"

interface Box {
  left: number
  top: number
  width: number
  height: number
}

/** What a label needs around its letters so that two are read as two, px. */
const AIR_PX = 4
/** Further from its line nobody would know whose label it is. */
const ROWS_MAX = 3

/**
 * The drawings' shapes in the same order, labels moved: the first drawings keep their places, texts always do. A label goes to the
 * other side of its level line, then along it, or up and down by rows; one that finds no room isn't shown: over others nobody could
 * read either. `leading`, the drawing in hand by its place: before all others, where it would lose a label otherwise.
 */
export function labelsApart(
  drawn: readonly Shape[][],
  scale: Pick<DrawingScale, "width">,
  leading = -1,
): Shape[][] {
  const inTurn = drawn.map((_, at) => at)
  const placed = placedIn(inTurn, drawn, scale)
  if (leading < 0 || placed[leading]?.length === drawn[leading]?.length) return placed
  return placedIn([leading, ...inTurn.filter((at) => at !== leading)], drawn, scale)
}

function placedIn(
  order: readonly number[],
  drawn: readonly Shape[][],
  { width }: Pick<DrawingScale, "width">,
): Shape[][] {
  const taken: Box[] = []
  for (const shape of drawn.flat())
    if (shape.kind === "label" && shape.gives === "nowhere") taken.push(boxOf(shape))
  const placed = drawn.map((shapes) => [...shapes])
  for (const at of order)
    placed[at] = (drawn[at] ?? []).flatMap((shape) => {
      if (shape.kind !== "label" || shape.gives === "nowhere" || boxOf(shape).width === 0) return [shape]
      const places = [shape, ...ways(shape, taken, width)]
      const free = places.find((place) => !covering(boxOf(place), taken))
      if (!free) return []
      taken.push(boxOf(free))
      return [free]
    })
  return placed
}

/** As wide as own lines count their labels: never less than it is. */
const boxOf = (label: LabelShape): Box => labelBox(label, labelWidth)

const covering = (box: Box, taken: readonly Box[]): Box | undefined =>
  taken.find(
    (other) =>
      box.left < other.left + other.width &&
      other.left < box.left + box.width &&
      box.top < other.top + other.height &&
      other.top < box.top + box.height,
  )

const movedBy = (label: LabelShape, x: number, y: number): LabelShape => ({
  ...label,
  at: { x: label.at.x + x, y: label.at.y + y },
})

/** Places in the order in which they are tried. */
function ways(label: LabelShape, taken: readonly Box[], width: number): LabelShape[] {
  const height = label.lines.length * LABEL_ROW_PX
  if (label.gives === "along") {
    // From above its line to below.
    const below = movedBy(label, 0, height + 2 * AIR_PX)
    return [below, ...slid(label, taken, width), ...slid(below, taken, width)]
  }
  const rows = Array.from({ length: ROWS_MAX }, (_, at) => (at + 1) * (LABEL_ROW_PX + AIR_PX))
  return rows.flatMap((row) => [movedBy(label, 0, -row), movedBy(label, 0, row)])
}

/** Past whatever stands in its way, from its edge inwards; none where that leads out of the pane. */
function slid(label: LabelShape, taken: readonly Box[], width: number): LabelShape[] {
  let place = label
  for (let turn = 0; turn <= taken.length; turn += 1) {
    const box = boxOf(place)
    if (box.left < 0 || box.left + box.width > width) return []
    const other = covering(box, taken)
    if (!other) return [place]
    const isLeft = label.align === "right"
    const by = isLeft
      ? other.left - AIR_PX - (box.left + box.width)
      : other.left + other.width + AIR_PX - box.left
    place = movedBy(place, by, 0)
  }
  return []
}
