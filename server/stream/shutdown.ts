/** When may the clients come back after a restart? Not all at once. */

/** Most clients that are asked back in one second (reliability R18). */
const RETURNS_PER_SECOND_MAX = 50
/** The server needs a moment to come up again. */
const FIRST_RETURN_MS = 1000

/**
 * How long the client at `place` (0 …) of `count` should wait, in ms: evenly spread with chance within its slot, so
 * that no more than 50 come in a second.
 */
export function returnAfter(place: number, chance: number): number {
  return FIRST_RETURN_MS + Math.floor(((place + chance) * 1000) / RETURNS_PER_SECOND_MAX)
}
