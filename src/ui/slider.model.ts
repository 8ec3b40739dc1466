/** The share that a position on the slider means. Free between the stops, caught within 3 % of one. */

export const SLIDER_STOPS = [0, 25, 50, 75, 100] as const

const SNAP = 3

/** `position` 0 … 100; returns a stop when one is within reach, else the position itself. */
export function snapToStop(position: number): number {
  return SLIDER_STOPS.find((stop) => Math.abs(stop - position) <= SNAP) ?? position
}
