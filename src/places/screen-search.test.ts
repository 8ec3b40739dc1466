/** Does nonsense in an address fall back to the default, and is no address led outside? */

import { expect, test } from "vitest"
import { formatSearch, parseSearch, placeOf, readSearch } from "./screen-search.ts"

test.each([
  ["symbol=BTC_USDT&interval=15m", { symbol: "BTC_USDT", interval: "15m" }],
  ["symbol=eth_usdt_perp", { symbol: "ETH_USDT_PERP" }],
  ["symbol=%3Cscript%3E&interval=7m", {}],
  ["symbol=&interval=", {}],
  ["symbol=BTC_USDT&category_id=92&admin=1", { symbol: "BTC_USDT" }],
  ["interval=1M", { interval: "1M" }],
  ["interval=1m", { interval: "1m" }],
])("the chart reads %s as %j", (text, expected) => {
  expect(readSearch("/pages/kline/index", parseSearch(text))).toEqual(expected)
})

test.each([
  ["category_id=92", { category_id: 92 }],
  ["category_id=0", {}],
  ["category_id=1e3", {}],
  ["category_id=-4", {}],
])("the article list reads %s as %j", (text, expected) => {
  expect(readSearch("/pages/article/index", parseSearch(text))).toEqual(expected)
})

test.each([
  ["latitude=52.52&longitude=13.4&name=A%20b", { latitude: 52.52, longitude: 13.4, name: "A b" }],
  ["latitude=-90&longitude=-180", { latitude: -90, longitude: -180 }],
  ["latitude=90.1&longitude=181", {}],
  ["latitude=1e1&longitude=0x10&name=%20", {}],
  ["latitude=&longitude=north", {}],
  ["name=A%E2%80%AEb%00", { name: "Ab" }],
])("the place card reads %s as %j", (text, expected) => {
  expect(readSearch("/open-location", parseSearch(text))).toEqual(expected)
})

test.each([
  ["/pages/assets/index", "/pages/assets/index"],
  ["/pages/contract/trade?symbol=BTC_USDT_PERP", "/pages/contract/trade"],
  ["https://elsewhere.example/", undefined],
  ["//elsewhere.example", undefined],
  ["/nowhere", undefined],
  ["toString", undefined],
])("%s leads to %s", (address, place) => {
  expect(placeOf(address)).toBe(place)
})

test("what is written is read again", () => {
  const search = { symbol: "BTC_USDT", interval: "4h" }
  expect(parseSearch(formatSearch(search))).toEqual(search)
  expect(formatSearch({ symbol: undefined })).toBe("")
})

test("a query of the page itself, which the router appends, doesn't spoil the one behind the hash", () => {
  expect(readSearch("/pages/spot/trade", parseSearch("?symbol=ETH_USDT?hud"))).toEqual({ symbol: "ETH_USDT" })
})
