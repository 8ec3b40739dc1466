/** The device's clock without its steps back, so that nothing waits for a moment that has passed already. */

import type { Surroundings } from "./surroundings.ts"

export type ForwardClock = Pick<Surroundings, "now" | "ahead">

/**
 * Epoch ms that never fall: where the clock was set back it goes on from where it was. A step forward passes, as what a device
 * that slept has missed should be noticed.
 * @param wall epoch ms, as the device has it
 */
export function forwardClock(wall: () => number): ForwardClock {
  let last = wall()
  /** So much the wall clock was set back. */
  let ahead = 0
  const now = () => {
    const time = wall()
    if (time < last) ahead += last - time
    last = time
    return time + ahead
  }
  return { now, ahead: () => now() - last }
}
