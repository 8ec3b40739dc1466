/** Does the worker hear of what is on screen, once, and only of changes? */

import { expect, test, vi } from "vitest"
import type { View } from "#workers/market/market.api.ts"
import { mergeViews, onView, setViewPart } from "./view.ts"

const chart = { instrument: "BTC_USDT", interval: "15m" } as const

test("parts of several panels become one view, tickers without doubles", () => {
  const merged = mergeViews([
    { tickers: ["BTC_USDT"] },
    { tickers: ["ETH_USDT", "BTC_USDT"], hud: true },
    { tape: { instrument: "BTC_USDT", rows: 12 } },
    { chart },
  ])
  expect(merged).toEqual({
    list: null,
    tickers: ["BTC_USDT", "ETH_USDT"],
    book: null,
    tape: { instrument: "BTC_USDT", rows: 12 },
    chart,
    hud: true,
  })
})

test("indexes of a head and of rows are told apart", () => {
  const merged = mergeViews([{ indexes: ["BTC_USDT"] }, { rowIndexes: ["BTC_USDT", "ETH_USDT"] }])
  expect(merged).toMatchObject({ indexes: ["BTC_USDT"], rowIndexes: ["BTC_USDT", "ETH_USDT"] })
})

test("the panel that came last has the one chart", () => {
  expect(mergeViews([{ chart }, { chart: { instrument: "ETH_USDT", interval: "1m" } }]).chart).toEqual({
    instrument: "ETH_USDT",
    interval: "1m",
  })
})

test("changes within a microtask go out once, and an equal view not at all", async () => {
  const show = vi.fn<(view: View) => void>()
  onView(show)
  show.mockClear()
  const [head, book] = [{}, {}]
  setViewPart(head, { tickers: ["BTC_USDT"] })
  setViewPart(book, { tickers: ["BTC_USDT", "ETH_USDT"] })
  await Promise.resolve()
  expect(show).toHaveBeenCalledTimes(1)
  setViewPart(head, null)
  await Promise.resolve()
  expect(show).toHaveBeenCalledTimes(1)
  setViewPart(book, { tickers: ["BTC_USDT"] })
  await Promise.resolve()
  expect(show).toHaveBeenCalledTimes(2)
  setViewPart(book, null)
  await Promise.resolve()
})

test("a new panel on the same chart drops the old view first, so that all bars come again", async () => {
  const show = vi.fn<(view: View) => void>()
  const [before, after] = [{}, {}]
  setViewPart(before, { chart })
  await Promise.resolve()
  onView(show)
  show.mockClear()
  setViewPart(before, null)
  setViewPart(after, { chart })
  await Promise.resolve()
  expect(show.mock.calls.map(([view]) => view.chart)).toEqual([null, chart])
  setViewPart(after, null)
  await Promise.resolve()
})
