/** The state of the zustand page: one store, set for every message. */

import { create } from "zustand"
import type { CandleRow } from "#core/wire/market.ts"
import type { PeerMessage } from "../shared/contract.ts"
import type { PeerState } from "../shared/door.ts"
import type { FirstData } from "../shared/first-data.ts"
import {
  EMPTY_BOOK,
  EMPTY_TAPE,
  nextBook,
  nextCandles,
  nextTape,
  nextTicker,
  type Ticker,
} from "../shared/market-steps.ts"

export const useMarket = create<PeerState>(() => ({
  tickers: {},
  book: EMPTY_BOOK,
  tape: EMPTY_TAPE,
  candles: [] as readonly CandleRow[],
}))

export function begin({ markets, candles }: FirstData): void {
  const tickers = Object.fromEntries(markets.map(({ id, ticker }) => [id, nextTicker(undefined, ticker)]))
  useMarket.setState({ tickers, candles })
}

/** One message, one `setState`. Answers false at a gap of the book. */
export function take(message: PeerMessage): boolean {
  const { getState, setState } = useMarket
  switch (message.type) {
    case "ticker":
      setState(({ tickers }) => {
        const next: Record<string, Ticker> = { ...tickers }
        for (const row of message.data.rows) next[row[0]] = nextTicker(next[row[0]], row)
        return { tickers: next }
      })
      return true
    case "depth": {
      const book = nextBook(getState().book, message.data)
      if (book) setState({ book })
      return book !== null
    }
    case "trade":
      setState(({ tape }) => ({ tape: nextTape(tape, message.data.rows) }))
      return true
    case "candle":
      setState(({ candles }) => ({ candles: nextCandles(candles, message.data.rows) }))
      return true
    default:
      return true
  }
}
