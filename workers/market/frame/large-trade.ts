/** From which size is a trade large? The 95th percentile of the last five minutes (design.md, trades tape). */

import type { Trade } from "../feeds/trade-feed.ts"

const WINDOW_MS = 5 * 60_000
const PERCENTILE = 0.95
/** Of fewer trades nothing can be said. */
const LARGE_TRADES_LEAST = 20

/** In lots; null while there are too few trades. `trades` ascending, `now` by the server's clock. */
export function largeFrom(trades: readonly Trade[], now: number): number | null {
  let first = trades.length
  while (first > 0 && now - (trades[first - 1]?.time ?? 0) <= WINDOW_MS) first -= 1
  const count = trades.length - first
  if (count < LARGE_TRADES_LEAST) return null
  const sizes = new Float64Array(count)
  for (let at = 0; at < count; at += 1) sizes[at] = trades[first + at]?.quantity ?? 0
  sizes.sort()
  return sizes[Math.min(count - 1, Math.floor(count * PERCENTILE))] ?? null
}
