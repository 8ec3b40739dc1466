/** What the orders of a book's steps are worth: each at its own price, summed over steps that have no row. */

import { expect, test } from "vitest"
import { LevelBook } from "./level-book.ts"
import { stepWorths } from "./level-worth.ts"

function bookOf(side: "bid" | "ask", levels: readonly (readonly [price: number, lots: number])[]): LevelBook {
  const book = new LevelBook()
  for (const [price, lots] of levels) book.set(side, price, lots)
  return book
}

test("orders of a step are worth their own prices, not the step's", () => {
  const levels = [
    [99, 2],
    [98, 1],
    [89, 10],
  ] as const
  expect(stepWorths(bookOf("bid", levels), "bid", 10, [90, 80])).toEqual([
    { at: 296n, sum: 296n },
    { at: 890n, sum: 1186n },
  ])
  expect(stepWorths(bookOf("ask", levels), "ask", 10, [90, 100])).toEqual([
    { at: 890n, sum: 890n },
    { at: 296n, sum: 1186n },
  ])
})

test("what has no row counts in the sums behind it, and an emptied row is worth nothing by itself", () => {
  const book = bookOf("ask", [
    [10, 3],
    [11, 4],
    [13, 1],
  ])
  expect(stepWorths(book, "ask", 1, [11, 12, 13, 14])).toEqual([
    { at: 44n, sum: 74n },
    { at: 0n, sum: 74n },
    { at: 13n, sum: 87n },
    { at: 0n, sum: 87n },
  ])
})

test("worths beyond 2^53 are exact", () => {
  const price = 9_007_199_254_740_991
  expect(stepWorths(bookOf("bid", [[price, 3]]), "bid", 1, [price])).toEqual([
    { at: 27_021_597_764_222_973n, sum: 27_021_597_764_222_973n },
  ])
})
