/** Which level lies under the finger, and where does its magnified row stand? Plain geometry, in px of the window. */

export interface Edges {
  top: number
  bottom: number
  left: number
  right: number
}

/** How far a finger may leave the rows at their sides before the choice is given up. */
const SIDE_SLACK_PX = 24
export const MAGNIFIED_PX = 44
/** Between the finger and the magnified row: the width of a fingertip's half, and a little air. */
const ABOVE_FINGER_PX = 28
const WINDOW_EDGE_PX = 4

/** Index of the row under a point; undefined between and beyond the rows: to slide out there cancels. */
export function rowUnder(rows: readonly Edges[], x: number, y: number): number | undefined {
  const at = rows.findIndex(
    ({ top, bottom, left, right }) =>
      y >= top && y < bottom && x >= left - SIDE_SLACK_PX && x < right + SIDE_SLACK_PX,
  )
  return at < 0 ? undefined : at
}

/** Top of the magnified row: above the finger, and never out of the window. */
export const magnifiedTop = (fingerY: number): number =>
  Math.max(WINDOW_EDGE_PX, Math.round(fingerY - ABOVE_FINGER_PX - MAGNIFIED_PX))

interface Beginning {
  restedMs: number
  /** Px since the finger came down. */
  moved: { x: number; y: number }
  /** Which ways what lies around the book scrolls. */
  scrolls: { x: boolean; y: boolean }
}

/**
 * Is a finger that begins to move choosing a level, or scrolling the page? Where nothing scrolls the way it goes it always
 * chooses; else only after it has rested.
 */
export const isChoosing = ({ restedMs, moved, scrolls }: Beginning): boolean => {
  const isSideways = Math.abs(moved.x) > Math.abs(moved.y)
  return !(isSideways ? scrolls.x : scrolls.y) || restedMs >= REST_MS
}
const REST_MS = 150

/** A finger that moves less rests. */
export const STILL_PX = 10
