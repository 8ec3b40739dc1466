/** Do the peers keep book, tape and candles as the contract says? */

import { expect, test } from "vitest"
import type { CandleRow, TickerRow, TradeRow } from "#core/wire/market.ts"
import type { DepthDelta, DepthSnapshot } from "#core/wire/socket.ts"
import { EMPTY_BOOK, EMPTY_TAPE, nextBook, nextCandles, nextTape, nextTicker } from "./market-steps.ts"

const snapshot = {
  snapshot: true,
  seq: 5,
  bids: [
    ["10", "1"],
    ["8", "1"],
  ],
  asks: [["11", "1"]],
} as unknown as DepthSnapshot
const delta = (prev: number, seq: number, bids: string[][], asks: string[][] = []) =>
  ({ prev, seq, bids, asks }) as unknown as DepthDelta

test("a delta sets, adds and removes levels where they belong", () => {
  const book = nextBook(EMPTY_BOOK, snapshot) ?? EMPTY_BOOK
  const next = nextBook(
    book,
    delta(
      5,
      6,
      [
        ["9", "2"],
        ["10", "0"],
        ["8", "3"],
      ],
      [["12", "4"]],
    ),
  )
  expect(next).toEqual({
    seq: 6,
    bids: [
      ["9", "2"],
      ["8", "3"],
    ],
    asks: [
      ["11", "1"],
      ["12", "4"],
    ],
  })
})

test("a delta that was seen is passed over, and one that doesn't follow is a gap", () => {
  const book = nextBook(EMPTY_BOOK, snapshot) ?? EMPTY_BOOK
  expect(nextBook(book, delta(4, 5, [["10", "7"]]))).toBe(book)
  expect(nextBook(book, delta(6, 7, [["10", "7"]]))).toBeNull()
})

test("trades are counted once, newest first", () => {
  const row = (id: number) => [id, "1", "1", 1, 0] as unknown as TradeRow
  const tape = nextTape(nextTape(EMPTY_TAPE, [row(1), row(2)]), [row(2), row(3)])
  expect(tape.count).toBe(3)
  expect(tape.rows.map(([id]) => id)).toEqual([3, 2, 1])
})

test("the live candle replaces itself by its newer version, and the next one follows", () => {
  const row = (time: number, close: string, trade: number) =>
    [time, "1", "1", "1", close, "1", trade, 0, 0] as unknown as CandleRow
  const candles = nextCandles([row(60, "1", 1)], [row(60, "2", 3), row(60, "9", 2), row(120, "4", 4)])
  expect(candles.map(([time, , , , close]) => [time, close])).toEqual([
    [60, "2"],
    [120, "4"],
  ])
})

test("an older ticker changes nothing", () => {
  const row = (last: string, seq: number) =>
    ["A", last, "1", "", "", "", "", "", "", 0, seq] as unknown as TickerRow
  const known = nextTicker(nextTicker(undefined, row("1", 1)), row("2", 3))
  expect(known.moved).toBe(1)
  expect(nextTicker(known, row("5", 2))).toBe(known)
})
