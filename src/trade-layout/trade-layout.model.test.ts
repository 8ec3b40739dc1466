/** Does the screen show the market that was asked for, and say how old its price is? */

import { expect, test } from "vitest"
import type { Market } from "#core/wire/market.ts"
import { titlePrice } from "../panels/price-head/title-price.ts"
import type { MarketCatalogue } from "../stores/market-store.ts"
import { chosenMarket, priceWarning } from "./trade-layout.model.ts"

const row = (id: string, kind: Market["kind"] = "spot") => ({ id, kind }) as Market
const catalogue = (...all: Market[]): MarketCatalogue => ({
  all,
  byId: new Map(all.map((each) => [each.id, each])),
})
const listed = catalogue(row("BTC_USDT_PERP", "perpetual"), row("BTC_USDT"), row("ETH_USDT"))

test.each([
  [undefined, null, "BTC_USDT"],
  [undefined, "ETH_USDT", "ETH_USDT"],
  [undefined, "GONE_USDT", "BTC_USDT"],
  ["ETH_USDT", "BTC_USDT", "ETH_USDT"],
])("asked for %s, last seen %s: %s", (asked, last, id) => {
  expect(chosenMarket(listed, "spot", asked, last)).toMatchObject({ id })
})

test.each([["GONE_USDT"], ["BTC_USDT_PERP"]])("%s is no spot market", (asked) => {
  expect(chosenMarket(listed, "spot", asked, "ETH_USDT")).toBe("unknown")
})

test("a contract's screen shows contracts", () => {
  expect(chosenMarket(listed, "perpetual", undefined, "ETH_USDT")).toMatchObject({ id: "BTC_USDT_PERP" })
  expect(chosenMarket(listed, "perpetual", "ETH_USDT", null)).toBe("unknown")
})

test("before the catalogue nothing is known, not even what is unknown", () => {
  expect(chosenMarket(null, "spot", "GONE_USDT", null)).toBe("waiting")
  expect(chosenMarket(catalogue(), "spot", undefined, null)).toBe("unknown")
})

test("a live price carries no warning, an old one its age", () => {
  expect(priceWarning({ state: "live" }, 9000)).toBeNull()
  expect(priceWarning({ state: "old", since: 5000 }, 9000)).toEqual({ state: "old", ageMs: 4000 })
  expect(priceWarning({ state: "old", since: 9500 }, 9000)).toEqual({ state: "old", ageMs: 0 })
  expect(priceWarning({ state: "offline", since: 0 }, 9000)).toEqual({ state: "offline", ageMs: 9000 })
  expect(priceWarning({ state: "catching-up" }, 9000)).toEqual({ state: "catching-up" })
})

test("the tab's title writes tiny prices out", () => {
  expect(titlePrice("0.0{5}8712", "PEPE/USDT")).toBe("0.000008712 PEPE/USDT")
  expect(titlePrice("67,284.1", "BTC/USDT")).toBe("67,284.1 BTC/USDT")
  expect(titlePrice(null, "BTC/USDT")).toBe("BTC/USDT")
})
