/** Does coming in lead back to where one was sent away, and never out of the app? */

import { expect, test } from "vitest"
import { wayBack, wayOn, wayOnWords } from "./way-on.ts"

test("leads back with the search of the place", () => {
  expect(wayOn("/pages/contract/trade?symbol=BTC_USDT_PERP&interval=15m")).toEqual({
    path: "/pages/contract/trade",
    search: { symbol: "BTC_USDT_PERP", interval: "15m" },
  })
})

test.each([
  undefined,
  "",
  "https://elsewhere.example/",
  "//elsewhere.example",
  "/login",
  "/register?to=/login",
])("%s leads home", (to) => {
  expect(wayOn(to)).toEqual({ path: "/", search: {} })
})

test.each([
  ["/pages/spot/trade?symbol=ETH_USDT", "/pages/spot/trade?symbol=ETH_USDT"],
  ["/", undefined],
  ["/register", undefined],
  ["//elsewhere.example", undefined],
  ["/nowhere", undefined],
])("from %s one goes back to %s", (address, back) => {
  expect(wayBack(address)).toBe(back)
})

test("drops from the search what the place doesn't read", () => {
  expect(wayOn("/pages/assets/index?symbol=BTC_USDT&token=x")).toEqual({
    path: "/pages/assets/index",
    search: {},
  })
})

test("names the screen, and the pair where it is about one; home isn't worth a word", () => {
  expect(wayOnWords(wayOn("/pages/contract/trade?symbol=BTC_USDT_PERP"))).toEqual({
    screen: "contractTrade",
    pair: "BTC/USDT",
  })
  expect(wayOnWords(wayOn("/pages/user/safe"))).toEqual({ screen: "security", pair: "" })
  expect(wayOnWords(wayOn("/pages/index/index"))).toBeUndefined()
})
