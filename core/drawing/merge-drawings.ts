/** Joins the changes of one device to the drawings that an account has, by id: what nobody touched stays. */

import type { Drawing } from "./drawing.ts"

export interface DrawingChanges {
  /** Drawn or changed; each takes the place of the one with its id, a new one comes last. */
  drawings: readonly Drawing[]
  /** Ids that were deleted. */
  removed: readonly string[]
}

/**
 * The list with the changes in it. What another device drew meanwhile stays; of a drawing that both changed the later
 * writer's stands; one that is changed after it was deleted elsewhere comes back.
 * @example mergeDrawings([a, b], { drawings: [b2], removed: ["a"] }) // [b2]
 */
export function mergeDrawings(kept: readonly Drawing[], changes: DrawingChanges): Drawing[] {
  const changed = new Map(changes.drawings.map((drawing) => [drawing.id, drawing]))
  const removed = new Set(changes.removed)
  const merged: Drawing[] = []
  for (const drawing of kept) {
    const own = changed.get(drawing.id)
    changed.delete(drawing.id)
    if (own) merged.push(own)
    else if (!removed.has(drawing.id)) merged.push(drawing)
  }
  return [...merged, ...changed.values()]
}
