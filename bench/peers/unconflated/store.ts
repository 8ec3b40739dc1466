/** The state of the unconflated page: a valtio proxy for each symbol, big things held as refs; written for every message. */

import { proxy, ref } from "valtio"
import type { CandleRow } from "#core/wire/market.ts"
import type { Counts } from "../shared/contract.ts"
import type { PeerState } from "../shared/door.ts"
import type { FirstData } from "../shared/first-data.ts"
import {
  type Book,
  EMPTY_BOOK,
  EMPTY_TAPE,
  nextCandles,
  nextTicker,
  type Tape,
  type Ticker,
} from "../shared/market-steps.ts"
import type { FromWorker } from "./from-worker.ts"

type Ref<T extends object> = T & { $$valtioSnapshot: T }

export const desk = proxy<{ book: Ref<Book>; tape: Ref<Tape>; candles: Ref<readonly CandleRow[]> }>({
  book: ref(EMPTY_BOOK),
  tape: ref(EMPTY_TAPE),
  candles: ref<readonly CandleRow[]>([]),
})

const tickers = new Map<string, { ticker: Ref<Ticker> }>()
export const counts: Counts = { messages: 0, gaps: 0, malformed: 0 }

/** Every market of the list has one. */
export function tickerOf(id: string): { ticker: Ref<Ticker> } {
  const known = tickers.get(id)
  if (!known) throw new Error(`${id} is not listed`)
  return known
}

export function begin({ markets, candles }: FirstData): void {
  for (const { id, ticker } of markets) tickers.set(id, proxy({ ticker: ref(nextTicker(undefined, ticker)) }))
  desk.candles = ref(candles)
}

export function take(message: FromWorker): void {
  if (message.type === "gap") {
    counts.gaps += 1
    return
  }
  if (message.type === "tickers") {
    for (const ticker of message.changed) {
      const [id] = ticker.row
      const known = tickers.get(id)
      if (known) known.ticker = ref(ticker)
      else tickers.set(id, proxy({ ticker: ref(ticker) }))
    }
  } else if (message.type === "book") desk.book = ref(message.book)
  else if (message.type === "tape") desk.tape = ref(message.tape)
  else if (message.type === "candles") desk.candles = ref(nextCandles(desk.candles, message.rows))
  counts.messages += 1
}

export const read = (): PeerState => ({
  tickers: Object.fromEntries([...tickers].map(([id, { ticker }]) => [id, ticker])),
  book: desk.book,
  tape: desk.tape,
  candles: desk.candles,
})
