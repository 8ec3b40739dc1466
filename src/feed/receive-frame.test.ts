/** Does each part of a frame reach its store, and wake only what shows it? */

import { subscribe } from "valtio"
import { expect, test } from "vitest"
import type { ChartFrame, TickerCells } from "#workers/market/market.api.ts"
import {
  bookState,
  market,
  onChartFrame,
  onMarketProblem,
  tapeState,
  tickerOf,
} from "../stores/market-store.ts"
import { receiveFrame } from "./receive-frame.ts"

const base = { id: 1, builtAt: 0 }
const cells = (id: string, last: string): TickerCells => ({ ...tickerOf(id), id, last })

test("a ticker wakes its own symbol and no other", async () => {
  const woken: string[] = []
  const stops = ["BTC_USDT", "ETH_USDT"].map((id) => subscribe(tickerOf(id), () => woken.push(id)))
  receiveFrame({ ...base, tickers: [cells("BTC_USDT", "67,284.1")] })
  await Promise.resolve()
  expect(tickerOf("BTC_USDT").last).toBe("67,284.1")
  expect(woken).toEqual(["BTC_USDT"])
  for (const stop of stops) stop()
})

test("a ticker that says the same again wakes nobody", async () => {
  receiveFrame({ ...base, tickers: [cells("SOL_USDT", "171.86")] })
  await Promise.resolve()
  let wakes = 0
  const stop = subscribe(tickerOf("SOL_USDT"), () => {
    wakes += 1
  })
  receiveFrame({ ...base, tickers: [cells("SOL_USDT", "171.86")] })
  await Promise.resolve()
  expect(wakes).toBe(0)
  stop()
})

test("book and tape are replaced whole and kept as they came", () => {
  const book = {
    instrument: "BTC_USDT",
    group: 1,
    asks: [],
    bids: [],
    spread: null,
    spreadPercent: null,
    bidPercent: null,
    last: null,
    lastMoved: 0 as const,
  }
  const tape = { instrument: "BTC_USDT", rows: [], largeFrom: null }
  receiveFrame({ ...base, book, tape })
  expect(bookState.frame).toBe(book)
  expect(tapeState.frame).toBe(tape)
})

test("chart frames go to listeners until they stop listening", () => {
  const seen: ChartFrame[] = []
  const stop = onChartFrame((frame) => seen.push(frame))
  const chart: ChartFrame = {
    instrument: "BTC_USDT",
    interval: "1m",
    kind: "reset",
    bars: new Float64Array(7),
    more: true,
    holes: [],
  }
  receiveFrame({ ...base, charts: [chart] })
  stop()
  receiveFrame({ ...base, charts: [chart] })
  expect(seen).toEqual([chart])
})

test("a call that fails before the catalogue came is the list's error face, until it comes", () => {
  const names: string[] = []
  const stop = onMarketProblem((problem) => names.push(problem.name))
  receiveFrame({ ...base, problems: [{ kind: "call", name: "NETWORK", detail: "no route" }] })
  expect(market.failure).toBe("NETWORK")
  receiveFrame({ ...base, markets: [] })
  expect(market.failure).toBeNull()
  expect(names).toEqual(["NETWORK"])
  stop()
})

test("only the freshness that a frame names changes", () => {
  receiveFrame({ ...base, freshness: { book: { state: "live" } } })
  receiveFrame({ ...base, freshness: { tape: { state: "offline", since: 5 } } })
  expect(market.freshness.book).toEqual({ state: "live" })
  expect(market.freshness.tape).toEqual({ state: "offline", since: 5 })
})
