/** How many bars a connection's quality gets. */

import type { ConnectionStatus } from "#workers/market/market.api.ts"

const GOOD_MS = 150
const FAIR_MS = 400

/** 3 under 150 ms, 2 under 400, 1 above; none while the line isn't open or hasn't been measured. */
export function barsOf(state: ConnectionStatus["state"], roundTrip: number | null): 0 | 1 | 2 | 3 {
  if (state !== "open" || roundTrip === null) return 0
  if (roundTrip < GOOD_MS) return 3
  return roundTrip < FAIR_MS ? 2 : 1
}
