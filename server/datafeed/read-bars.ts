/** Reads candles of a range, page by page. */

import type { Interval } from "#core/candle/interval.ts"
import type { CandleRow } from "#core/wire/index.ts"

/** Candles of one answer; whoever wants more asks on. */
export const BARS_MAX = 5000

/** Up to `limit` candles that open before `before` (epoch ms), oldest first; `more`: there are older ones. */
export type ReadPage = (asked: {
  symbol: string
  interval: Interval
  before: number
  limit: number
}) => Promise<{ rows: readonly CandleRow[]; more: boolean }>

/** Candles of one answer of the call. */
const PAGE = 1000

export interface BarsAsked {
  symbol: string
  interval: Interval
  /** Epoch ms: opened at or after it … */
  from: number
  /** … and before it. */
  to: number
  /** At least so many before `to`, however far back; left out: those of the range. */
  count?: number
}

/** Oldest first, the newest {@link BARS_MAX} of them. */
export async function readBars(read: ReadPage, asked: BarsAsked): Promise<readonly CandleRow[]> {
  const { symbol, interval, from, to, count } = asked
  const most = Math.min(count ?? BARS_MAX, BARS_MAX)
  let bars: readonly CandleRow[] = []
  for (;;) {
    const before = bars[0]?.[0] ?? to
    const page = await read({ symbol, interval, before, limit: Math.min(PAGE, most - bars.length) })
    const rows = count === undefined ? page.rows.filter(([time]) => time >= from) : page.rows
    bars = [...rows, ...bars]
    if (!page.more || rows.length < page.rows.length || rows.length === 0 || bars.length >= most) return bars
  }
}

/** When the newest candle before `time` opens, epoch ms; undefined: there is none. */
export async function lastBefore(
  read: ReadPage,
  { symbol, interval }: Pick<BarsAsked, "symbol" | "interval">,
  time: number,
): Promise<number | undefined> {
  const { rows } = await read({ symbol, interval, before: time, limit: 1 })
  return rows[0]?.[0]
}
