/** Does the book's table say what the frame holds, row by row, and stay a table while it holds nothing? */

import { renderToStaticMarkup } from "react-dom/server"
import { beforeEach, expect, test } from "vitest"
import type { Market } from "#core/wire/market.ts"
import type { BookFrame, BookRow } from "#workers/market/market.api.ts"
import { bookState, writeBook } from "../../stores/market-store.ts"
import { BookRows } from "./book-rows.view.tsx"

const row = (price: string, size: string | null): BookRow => ({
  priceValue: price,
  price,
  size,
  sum: size,
  share: 0.5,
  moved: 0,
})
const frame: BookFrame = {
  instrument: "BTC_USDT",
  group: 1,
  asks: [row("67,285", "0.6129"), row("67,286", null)],
  bids: [row("67,284", "0.3879"), row("0.0{5}8712", "2.1677")],
  spread: "0.1",
  spreadPercent: null,
  bidPercent: 73,
  last: "67,284.1",
  lastMoved: 1,
}
const market = { id: "BTC_USDT", base: "BTC", quote: "USDT" } as Market
const ignore = () => {}

function draw(isLive = true) {
  const props = { market, rows: 2, sides: "both", unit: "base", hasSum: false, isLive } as const
  return renderToStaticMarkup(<BookRows {...props} onHold={ignore} onPick={ignore} onCentre={ignore} />)
}

/** Texts of the rows' cells from top to bottom. */
const rowTexts = (markup: string) =>
  [...markup.matchAll(/<tr[^>]*>(.*?)<\/tr>/g)].map(([, cells = ""]) =>
    [...cells.matchAll(/<td[^>]*>(.*?)<\/td>/g)].map(([, cell = ""]) => cell.replace(/<[^>]+>/g, "")),
  )

beforeEach(() => {
  bookState.frame = null
})

test("asks stand above the last price, the best next to it, bids below", () => {
  writeBook(frame, 0)
  const rows = rowTexts(draw())
  expect(rows[1]).toEqual(["67,286", "–"])
  expect(rows[2]).toEqual(["67,285", "0.6129"])
  expect(rows[3]?.[0]).toContain("67,284.1")
  expect(rows[4]).toEqual(["67,284", "0.3879"])
})

test("a tiny price is drawn short and said in full", () => {
  writeBook(frame, 0)
  const markup = draw()
  expect(markup).toMatch(/0\.0<sub[^>]*>5<\/sub>8712/)
  expect(markup).toContain("0.000008712")
})

test("no level can be pressed while the book isn't live", () => {
  writeBook(frame, 0)
  const levels = (markup: string) => [...markup.matchAll(/<td[^>]*><button[^>]*tabindex[^>]*>/g)].map(String)
  expect(levels(draw(true)).filter((button) => button.includes("disabled"))).toHaveLength(0)
  expect(levels(draw(false)).filter((button) => button.includes("disabled"))).toHaveLength(4)
})

test("another market's book is never shown: its place keeps the height", () => {
  writeBook({ ...frame, instrument: "ETH_USDT" }, 0)
  const markup = draw()
  expect(markup).not.toContain("67,285")
  expect(rowTexts(markup)).toHaveLength(1 + 2 * 2 + 1)
})
