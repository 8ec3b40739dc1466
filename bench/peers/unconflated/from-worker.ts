/** Messages from the unconflated page's worker to the page, one for every message of the socket. */

import type { CandleRow } from "#core/wire/market.ts"
import type { Book, Tape, Ticker } from "../shared/market-steps.ts"

export type FromWorker =
  | { type: "tickers"; changed: readonly Ticker[] }
  | { type: "book"; book: Book }
  | { type: "tape"; tape: Tape }
  | { type: "candles"; rows: readonly CandleRow[] }
  | { type: "gap" }
  /** Heartbeats and confirmations, which the page only counts. */
  | { type: "control" }
