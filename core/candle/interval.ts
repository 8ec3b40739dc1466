/** Candle intervals by name. What they measure is in bucket.ts: the page's first script needs the names alone. */

export const INTERVALS = ["1s", "5s", "15s", "1m", "5m", "15m", "30m", "1h", "4h", "1D", "1W", "1M"] as const
export type Interval = (typeof INTERVALS)[number]
