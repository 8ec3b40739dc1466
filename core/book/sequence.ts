/** Judges whether a delta follows the book that is held (W2). */

/** `next`: apply it. `stale`: already within what I hold, drop it. `gap`: something is missing, ask for a snapshot. */
type DeltaVerdict = "next" | "stale" | "gap"

/**
 * Judges a delta against the sequence of the book held. Only a delta whose `prev` is the own sequence is applied;
 * one that reaches no further is dropped; anything else (also one that overlaps, or that is no number) is a gap.
 * @example judgeDelta(7, { prev: 7, seq: 9 }) // "next"
 */
export function judgeDelta(own: number, delta: { prev: number; seq: number }): DeltaVerdict {
  if (delta.seq <= own) return "stale"
  return delta.prev === own && delta.seq > own ? "next" : "gap"
}
