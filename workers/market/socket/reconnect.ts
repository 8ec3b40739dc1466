/** When does a lost connection come back? (product.md section 1) */

/** The seed's constant. */
const RECONNECT_MS = 3000
/** Only when the server sent everybody away at once: spreads the fleet. */
const FLEET_JITTER_MS = 1000
/** A server may ask for more patience, but not for ever. */
const AFTER_MAX_MS = 60_000

/** Why the server said goodbye, from its `closing` message. */
export interface Goodbye {
  reason: string
  afterMs: number
}

/** ms to wait after a close. `random` is 0 … 1. */
export function reconnectDelay(goodbye: Goodbye | null, random: number): number {
  if (!goodbye) return RECONNECT_MS
  const asked = Math.min(Math.max(goodbye.afterMs, RECONNECT_MS), AFTER_MAX_MS)
  return goodbye.reason === "shutdown" ? asked + Math.round(random * FLEET_JITTER_MS) : asked
}
