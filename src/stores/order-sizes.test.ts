/** Sizes of orders are kept by market, sorted, and only as many as there may be. */

import { afterEach, expect, test } from "vitest"
import { choices, parseChoices, written } from "./choices-store.ts"
import { addSize, parseSizes, removeSize, SIZED_MARKETS_MAX, SIZES_MAX, sizesOf } from "./order-sizes.ts"

afterEach(() => {
  choices.all = {}
})

test("sizes are kept by market, the smallest first, each once", () => {
  for (const size of ["0.5", "0.01", "0.10", "0.1"]) expect(addSize("BTC_USDT", size)).toBe(true)
  addSize("ETH_USDT", "2")
  expect(sizesOf(choices.all, "BTC_USDT")).toEqual(["0.01", "0.10", "0.5"])
  removeSize("BTC_USDT", "0.10")
  expect(sizesOf(choices.all, "BTC_USDT")).toEqual(["0.01", "0.5"])
  removeSize("ETH_USDT", "2")
  expect(written(choices.all, "orderSizes")).toBe("BTC_USDT 0.01 0.5")
  expect(parseChoices(JSON.stringify(choices.all))).toEqual(choices.all)
})

test("one more than there may be is refused, and the oldest market gives way", () => {
  for (let at = 1; at <= SIZES_MAX; at += 1) addSize("BTC_USDT", String(at))
  expect(addSize("BTC_USDT", "100")).toBe(false)
  expect(sizesOf(choices.all, "BTC_USDT")).toHaveLength(SIZES_MAX)
  for (let at = 0; at < SIZED_MARKETS_MAX; at += 1) expect(addSize(`C${at}_USDT`, "1")).toBe(true)
  expect(sizesOf(choices.all, "BTC_USDT")).toEqual([])
})

test.each(["", "nothing", "BTC_USDT", "BTC_USDT 0 -1 x 1e5", "<b> 1", "BTC_USDT 0.123456789"])(
  "%j is no size",
  (text) => expect([...parseSizes(text)]).toEqual([]),
)

test("a text longer than may be kept isn't read back", () => {
  const value = `BTC_USDT ${"1 ".repeat(600)}`
  expect(parseChoices(JSON.stringify({ orderSizes: { value, at: 1 } }))).toEqual({})
})
