/** Prices of the feed's own past where the exchange was down, as the chart shows them (J5). */

import { bucketEnd, bucketStart } from "#core/candle/bucket.ts"
import type { Candle } from "#core/candle/candle.ts"
import type { Instrument } from "#core/instrument/instrument.ts"
import type { TimeMs } from "#core/money/units.ts"
import type { CandleJoin } from "../read-model/candle-join.ts"

const SECOND_MS = 1000

/** A stretch [from, to) of time, in milliseconds. */
interface Stretch {
  from: TimeMs
  to: TimeMs
}

/**
 * Candles of a stretch in which nothing was traded and the feed's past tells the price, ascending: whole minutes, and seconds
 * where a minute is cut by the exchange's stop or start. Empty where the feed has no past.
 */
export async function unwatchedCandles(
  join: Pick<CandleJoin, "segments" | "candles">,
  instrument: Instrument,
  { from, to }: Stretch,
): Promise<Candle[]> {
  // A second that was traded in shows its trades alone.
  const begin = Math.ceil(from / SECOND_MS) * SECOND_MS
  const found: Candle[] = []
  for (const segment of join.segments(instrument, "1m", { from: begin, to, now: to })) {
    if (segment.origin !== "generated") continue
    for (const { interval, ...part } of minutesAndSeconds(segment))
      found.push(...(await join.candles(instrument, interval, { ...part, now: to })))
  }
  return found
}

function minutesAndSeconds({ from, to }: Stretch): (Stretch & { interval: "1s" | "1m" })[] {
  const first = bucketStart(from, "1m") === from ? from : Math.min(bucketEnd(from, "1m"), to)
  const last = Math.max(bucketStart(to, "1m"), first)
  const parts = [
    { interval: "1s", from, to: first },
    { interval: "1m", from: first, to: last },
    { interval: "1s", from: last, to },
  ] as const
  return parts.filter((part) => part.to > part.from)
}
