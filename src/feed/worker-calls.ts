/** What charts and accounts ask of the market worker. Fetched with them: the first screen asks for none of it. */

import type { Interval } from "#core/candle/interval.ts"
import type { AccountFrame } from "#workers/market/market.api.ts"
import { worker } from "./connect-market-worker.ts"

/** Asks for bars older than those loaded; they come to `onChartFrame` as `prepend`. */
export const loadOlderBars = (instrument: string, interval: Interval): Promise<void> =>
  worker.loadOlder(instrument, interval)

/** The way back to the present after a frame that said `newer`. */
export const loadNewerBars = (instrument: string, interval: Interval): Promise<void> =>
  worker.loadNewer(instrument, interval)

/** Straight back to the present; the newest bars come as `reset`. */
export const loadNewestBars = (instrument: string, interval: Interval): Promise<void> =>
  worker.loadNewest(instrument, interval)

/** Bars of any market, packed as in a chart frame: the line that a chart compares with. None when they can't be had. */
export const fetchBars = (
  instrument: string,
  interval: Interval,
  limit: number,
  before?: number,
): Promise<Float64Array> => worker.fetchBars(instrument, interval, limit, before)

/** The next of what is private; asked for by `follow-account.ts` alone, one at a time. */
export const nextAccount = (): Promise<AccountFrame> => worker.nextAccount()
