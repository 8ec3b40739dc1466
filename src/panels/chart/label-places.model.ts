/** Where the labels of own lines stand on a chart, so that none covers another; those without room are counted. */

export interface Label {
  /** Of its line, px from the top of the pane; undefined: out of view. */
  top: number | undefined
  /** In px. */
  width: number
}

interface Room {
  /** From the left edge to where the counts stand, px. */
  width: number
  /** Height of a label with some air, px. */
  gap: number
  /** Height of the pane, in whose lower left corner the mark of the chart's makers stands, px; left out: no label comes there. */
  height?: number
  /** Whether this place, px from the top, is within the pane. */
  isInside: (top: number) => boolean
}

export interface LabelPlace {
  /** Px from the left edge. */
  left: number
  /** Px below its line; 0: on it. */
  shift: number
}

/** Left of the first label, and between two of them, px. */
const LEFT_PX = 8
const AIR_PX = 4
/** The middle of the makers' mark, from the pane's lower edge, and its right end, px. */
const MARK_PX = { up: 20, right: 45 }
/** A label stands on its line, or at most its height above or below: further away nobody would know whose it is. */
const SHIFTS = [0, -1, 1]

/**
 * Each label in the order given: on its line beside those that stand there, else a little above or below. Undefined: there is no
 * room for it.
 */
export function labelPlaces(labels: readonly Label[], room: Room): (LabelPlace | undefined)[] {
  const taken: { top: number; left: number; right: number }[] =
    room.height === undefined ? [] : [{ top: room.height - MARK_PX.up, left: 0, right: MARK_PX.right }]
  return labels.map(({ top, width }) => {
    if (top === undefined) return { left: LEFT_PX, shift: 0 }
    for (const times of SHIFTS) {
      const at = top + times * room.gap
      if (times !== 0 && !room.isInside(at)) continue
      const beside = taken.filter((other) => Math.abs(other.top - at) < room.gap)
      const left = firstFree(beside, width)
      // The first of all stands wherever its line is: there is nothing to cover.
      if (left + width > room.width && beside.length > 0) continue
      taken.push({ top: at, left, right: left + width })
      return { left, shift: at - top }
    }
    return undefined
  })
}

/** The leftmost place that is so wide. */
function firstFree(beside: readonly { left: number; right: number }[], width: number): number {
  let left = LEFT_PX
  for (const other of [...beside].sort((one, next) => one.left - next.left)) {
    if (left + width + AIR_PX <= other.left) break
    left = Math.max(left, other.right + AIR_PX)
  }
  return left
}

/** Lines whose labels have no room, counted where they are: no two counts nearer than `gap` px. */
export function hiddenCounts(tops: readonly number[], gap: number): { top: number; count: number }[] {
  const counts: { top: number; count: number }[] = []
  for (const top of [...tops].sort((one, other) => one - other)) {
    const last = counts.at(-1)
    if (last && top - last.top < gap) last.count += 1
    else counts.push({ top, count: 1 })
  }
  return counts
}

/** Px of a letter at the labels' size, and of a Chinese one; what stands around the letters. */
const LETTER_PX = 6.5
const WIDE_LETTER_PX = 11.5
const FRAME_PX = 20

/** About how wide a label is. Never less than it is: letters are counted as the wider ones of their kind. */
export function labelWidth(text: string): number {
  const wide = [...text].filter((letter) => letter >= "\u2e80").length
  return FRAME_PX + wide * WIDE_LETTER_PX + (text.length - wide) * LETTER_PX
}
