/** Rows of what was traded in the newest minutes: of rolling windows over HTTP and on streams. */

import type { TradedInstrument } from "#core/instrument/instrument.ts"
import type { WindowView } from "#server/read-model/market-reader.ts"
import type { DoorGround } from "./door-route.ts"

export const MINUTE_MS = 60_000
export const DAY_MS = 86_400_000

/** Windows begin with a whole minute; one of a day with the oldest minute that the figures of 24 hours have. */
export function beginOf(now: number, lengthMs: number): number {
  const from = now - lengthMs
  const minute = from - (from % MINUTE_MS)
  return lengthMs === DAY_MS ? minute + MINUTE_MS : minute
}

/** How many minutes a window has that begins with `from`, the running one among them. */
export const minutesOf = (from: number, now: number): number => Math.floor((now - from) / MINUTE_MS) + 1

/** Ids and the count of its trades aren't kept. Of a market without a price: zeros. */
export const windowRowOf = (
  { symbols }: Pick<DoorGround, "symbols">,
  { id }: Pick<TradedInstrument, "id">,
  { from, to, view }: { from: number; to: number; view: WindowView | undefined },
) => ({
  symbol: symbols.nameOf(id),
  ...{ openPrice: view?.open ?? "0", highPrice: view?.high ?? "0", lowPrice: view?.low ?? "0" },
  ...{ lastPrice: view?.last ?? "0", volume: view?.volume ?? "0", quoteVolume: view?.turnover ?? "0" },
  ...{ openTime: from, closeTime: to, firstId: -1, lastId: -1, count: 0 },
})
