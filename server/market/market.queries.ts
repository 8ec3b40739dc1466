/** Reads candles over archive, memory and computed history, as one page. */

import { bucketEnd, bucketStart } from "#core/candle/bucket.ts"
import type { Interval } from "#core/candle/interval.ts"
import type { Instrument } from "#core/instrument/instrument.ts"
import type { TimeMs } from "#core/money/units.ts"
import type { CandleRow } from "#core/wire/index.ts"
import type { MarketHistory } from "#server/read-model/market-history.ts"
import type { MarketModel } from "#server/read-model/market-model.ts"
import { candleTurns } from "#server/read-model/turns.ts"

export interface CandlePage {
  rows: CandleRow[]
  more: boolean
  holes: [TimeMs, TimeMs][]
}

/** Up to `limit` candles that open before `before`, oldest first; undefined: the instrument is unknown. */
export async function readCandles(
  { model, history }: { model: MarketModel; history: MarketHistory },
  instrument: Instrument,
  interval: Interval,
  page: { before: TimeMs | undefined; limit: number },
): Promise<CandlePage> {
  const view = model.view(instrument.id)
  const now = model.now()
  if (!view) return { rows: [], more: false, holes: [] }
  const to = Math.min(page.before ?? Number.POSITIVE_INFINITY, now + 1)
  const { from, more } = history.join.page(instrument, interval, { to, limit: page.limit, now })
  // The bucket that `to` lies in is shown whole: it opens before it.
  const end = Math.min(bucketEnd(bucketStart(to - 1, interval), interval), now + 1)
  const candles = from < end ? await history.join.candles(instrument, interval, { from, to: end, now }) : []
  // Rows and their text are work too: forty pages at once held up others' orders by all forty.
  await candleTurns.next()
  const rows = candles.filter((candle) => candle.openTime < to).map((candle) => view.candleRow(candle))
  // The live one as the socket tells it: it may have moved while the archive was read.
  const live = view.liveRow(interval, model.now())
  if (live && rows.at(-1)?.[0] === live[0]) rows.splice(-1, 1, live)
  return { rows, more, holes: holesIn(rows, interval) }
}

function holesIn(rows: readonly CandleRow[], interval: Interval): [TimeMs, TimeMs][] {
  const holes: [TimeMs, TimeMs][] = []
  rows.forEach((row, place) => {
    const before = rows[place - 1]
    const expected = before ? bucketEnd(before[0], interval) : row[0]
    if (row[0] > expected) holes.push([expected, row[0]])
  })
  return holes
}
