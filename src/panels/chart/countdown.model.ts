/** How long does the live candle still run? */

import { bucketEnd, bucketStart, type Interval } from "#core/candle/interval.ts"

/** mm:ss under an hour, hh:mm:ss above, days in front from 24 h (design.md section 3). `now`: server clock, ms. */
export function countdown(now: number, interval: Interval): string {
  const left = Math.max(0, Math.ceil((bucketEnd(bucketStart(now, interval), interval) - now) / 1000))
  const two = (value: number) => String(value).padStart(2, "0")
  const days = Math.floor(left / 86_400)
  const hours = Math.floor(left / 3600) % 24
  const clock = `${two(Math.floor(left / 60) % 60)}:${two(left % 60)}`
  if (days > 0) return `${days}d ${two(hours)}:${clock}`
  return hours > 0 ? `${two(hours)}:${clock}` : clock
}
