/** The device's clock without its steps back, so that nothing waits for a moment that has passed already. */

/**
 * Epoch ms that never fall: where the clock was set back it goes on from where it was. A step forward passes, as what a device
 * that slept has missed should be noticed.
 * @param wall epoch ms, as the device has it
 */
export function forwardClock(wall: () => number): () => number {
  let last = wall()
  /** So much the wall clock was set back. */
  let ahead = 0
  return () => {
    const now = wall()
    if (now < last) ahead += last - now
    last = now
    return now + ahead
  }
}
