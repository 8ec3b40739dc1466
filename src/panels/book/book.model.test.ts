/** Do levels become rows that stand still, in groupings that make sense? */

import { expect, test } from "vitest"
import type { BookFrame, BookRow } from "#workers/market/market.api.ts"
import { bookLines, rowsThatFit } from "./book.model.ts"

const row = (price: number): BookRow => ({
  priceValue: String(price),
  price: String(price),
  size: "1",
  sum: "1",
  share: 0.5,
  moved: 0,
})
const frame = (asks: number[], bids: number[]): BookFrame => ({
  instrument: "BTC_USDT",
  group: 1,
  asks: asks.map(row),
  bids: bids.map(row),
  spread: "1",
  spreadPercent: null,
  bidPercent: 50,
  last: null,
  lastMoved: 0,
})
const prices = (lines: readonly (BookRow | null)[]) => lines.map((line) => line?.price ?? "")

test("the best prices stand at the middle: asks turned round above, bids below", () => {
  const lines = bookLines(frame([11, 12, 13], [10, 9, 8]), 3, "both")
  expect(prices(lines.asks)).toEqual(["13", "12", "11"])
  expect(prices(lines.bids)).toEqual(["10", "9", "8"])
})

test("missing levels keep their places at the far ends", () => {
  const lines = bookLines(frame([11], [10, 9]), 3, "both")
  expect(prices(lines.asks)).toEqual(["", "", "11"])
  expect(prices(lines.bids)).toEqual(["10", "9", ""])
})

test("a side that is longer while off centre takes its lines from the other", () => {
  const lines = bookLines(frame([11, 12], [10, 9, 8, 7]), 3, "both")
  expect(prices(lines.asks)).toEqual(["12", "11"])
  expect(prices(lines.bids)).toEqual(["10", "9", "8", "7"])
})

test.each(["both", "bids", "asks"] as const)("the panel keeps its height while %s come and go", (sides) => {
  for (const each of [
    null,
    frame([], []),
    frame([11, 12], [10]),
    frame([11, 12, 13, 14, 15, 16, 17], [10, 9]),
  ]) {
    const { asks, bids } = bookLines(each, 3, sides)
    expect(asks.length + bids.length).toBe(6)
  }
})

test.each([
  [844 - 48 - 24 - 64 - 44 - 28 - 44 - 60 - 56, 72, 24, 8],
  [640 - 48 - 24 - 64 - 44 - 28 - 60 - 56, 72, 24, 5],
  [512 - 48 - 24 - 64 - 28 - 60 - 56, 72, 24, 3],
  [40, 72, 24, 3],
  [500, 72, 0, 3],
])(
  "a place %i px high with %i px of fixed parts fits rows of %i px: %i",
  (height, fixed, rowHeight, rows) => {
    expect(rowsThatFit(height, fixed, rowHeight, 3)).toBe(rows)
  },
)
