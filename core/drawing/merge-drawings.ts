/** Joins the changes of one device to the drawings that an account has, by id: what nobody touched stays. */

import { mergeById } from "../account/merge-by-id.ts"
import type { Drawing } from "./drawing.ts"

export interface DrawingChanges {
  /** Drawn or changed; each takes the place of the one with its id, a new one comes last. */
  drawings: readonly Drawing[]
  /** Ids that were deleted. */
  removed: readonly string[]
}

/**
 * The list with the changes in it, as {@link mergeById} says.
 * @example mergeDrawings([a, b], { drawings: [b2], removed: ["a"] }) // [b2]
 */
export const mergeDrawings = (kept: readonly Drawing[], { drawings, removed }: DrawingChanges): Drawing[] =>
  mergeById(kept, { changed: drawings, removed })
