/** Does a held tape stand still and count what came? */

import { expect, test } from "vitest"
import type { TapeFrame } from "#workers/market/market.api.ts"
import { freshText, shownTape, tapeSizesOf } from "./tape.model.ts"

const frame = (newest: number, instrument = "BTC_USDT"): TapeFrame => ({
  instrument,
  rows: newest === 0 ? [] : [{ id: newest, price: "1", size: "1", time: 0, side: "buy", large: false }],
  largeFrom: null,
})

test("a running tape shows the newest", () => {
  const latest = frame(12)
  expect(shownTape(latest, null)).toEqual({ frame: latest, fresh: 0 })
})

test("a held tape keeps its rows and counts the trades since", () => {
  const held = frame(12)
  expect(shownTape(frame(24), held)).toEqual({ frame: held, fresh: 12 })
})

test("a tape held while empty counts from nothing", () => {
  expect(shownTape(frame(3), frame(0)).fresh).toBe(3)
})

test("a held tape that leaves out small trades counts the rows that came", () => {
  const rows = [90, 70, 12].flatMap((id) => frame(id).rows)
  expect(shownTape({ ...frame(90), rows }, frame(12), false).fresh).toBe(2)
})

test("a tape may begin with sizes by its market's lot", () => {
  expect(tapeSizesOf("0.00001")).toEqual(["0.001", "0.01", "0.1", "1", "10"])
  expect(tapeSizesOf("1")).toEqual(["100", "1000", "10000", "100000", "1000000"])
})

test("another instrument replaces what was held", () => {
  const latest = frame(7, "ETH_USDT")
  expect(shownTape(latest, frame(900))).toEqual({ frame: latest, fresh: 0 })
})

test.each([
  [0, "0"],
  [99, "99"],
  [100, "99+"],
])("%i new trades are said as %s", (fresh, text) => {
  expect(freshText(fresh)).toBe(text)
})
