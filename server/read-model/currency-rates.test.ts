/** Rates follow the exchange's own last prices, directly or through one intermediate coin. */

import { expect, test } from "vitest"
import { FakeMarket, fakePerpetual, fakeSpot } from "#tests/support/fake-market.ts"
import { rateOf, tradedCurrencies } from "./currency-rates.ts"

const market = new FakeMarket([
  fakeSpot("BTC_USDT"),
  { ...fakeSpot("ADA_BTC"), quote: "BTC" },
  { ...fakeSpot("NEW_ADA"), quote: "ADA" },
  fakeSpot("QUIET_USDT"),
  fakePerpetual("DOGE_USDT_PERP", "DOGE_USDT"),
])
const trade = (id: string, price: number) => ({ id, price, quantity: 1, side: 1 as const })
market.commit({
  trades: [
    trade("BTC_USDT", 5_000_000),
    trade("ADA_BTC", 2),
    trade("DOGE_USDT_PERP", 7),
    trade("NEW_ADA", 5),
  ],
})

test.each([
  ["USDT", 100_000_000n],
  ["BTC", 5_000_000_000_000n],
  // 0.02 BTC.
  ["ADA", 100_000_000_000n],
  // Over two coins, without a trade, not traded on spot, unknown: nobody guesses.
  ["NEW", undefined],
  ["QUIET", undefined],
  ["DOGE", undefined],
  ["XYZ", undefined],
])("%s is worth %s units of USDT", (currency, rate) => expect(rateOf(market, currency)).toBe(rate))

test("what is traded is listed once, USDT first, perpetuals left out", () => {
  expect(tradedCurrencies(market)).toEqual(["USDT", "BTC", "ADA", "NEW", "QUIET"])
})
