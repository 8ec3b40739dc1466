/** The state of the redux page: Redux Toolkit with a slice for each kind of data, an action for every message. */

import { configureStore, createSlice, original, type PayloadAction } from "@reduxjs/toolkit"
import type { CandleRow, TickerRow, TradeRow } from "#core/wire/market.ts"
import type { DepthDelta, DepthSnapshot } from "#core/wire/socket.ts"
import {
  type Book,
  EMPTY_BOOK,
  EMPTY_TAPE,
  nextBook,
  nextCandles,
  nextTape,
  nextTicker,
  type Tape,
  type Ticker,
} from "../shared/market-steps.ts"

/**
 * Tickers are changed through Immer's draft, as the toolkit's guide has it. The other reducers answer a whole new
 * value made of the plain state: drafts of books and tapes with hundreds of entries would cost the page more.
 */
const tickers = createSlice({
  name: "tickers",
  initialState: {} as Record<string, Ticker>,
  reducers: {
    tickersCame(state, { payload }: PayloadAction<TickerRow[]>) {
      const known = original(state)
      for (const row of payload) state[row[0]] = nextTicker(known?.[row[0]], row)
    },
  },
})

const book = createSlice({
  name: "book",
  initialState: EMPTY_BOOK as Book,
  reducers: {
    /** A delta that does not follow changes nothing; the socket has asked for a snapshot by then. */
    depthCame: (state, { payload }: PayloadAction<DepthSnapshot | DepthDelta>) =>
      nextBook(original(state) ?? EMPTY_BOOK, payload) ?? undefined,
  },
})

const tape = createSlice({
  name: "tape",
  initialState: EMPTY_TAPE as Tape,
  reducers: {
    tradesCame: (state, { payload }: PayloadAction<TradeRow[]>) =>
      nextTape(original(state) ?? EMPTY_TAPE, payload),
  },
})

const candles = createSlice({
  name: "candles",
  initialState: [] as readonly CandleRow[],
  reducers: {
    candlesBegan: (_, { payload }: PayloadAction<readonly CandleRow[]>) => payload as CandleRow[],
    candlesCame: (state, { payload }: PayloadAction<CandleRow[]>) =>
      nextCandles(original(state) ?? [], payload) as CandleRow[],
  },
})

export const store = configureStore({
  reducer: {
    tickers: tickers.reducer,
    book: book.reducer,
    tape: tape.reducer,
    candles: candles.reducer,
  },
})

export const { tickersCame } = tickers.actions
export const { depthCame } = book.actions
export const { tradesCame } = tape.actions
export const { candlesBegan, candlesCame } = candles.actions
export type MarketState = ReturnType<typeof store.getState>
