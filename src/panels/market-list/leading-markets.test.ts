/** Do the three places above the list always have a coin? */

import { expect, test } from "vitest"
import type { Market } from "#core/wire/market.ts"
import { leadingMarkets } from "./leading-markets.ts"

const row = (id: string, kind: Market["kind"] = "spot") => ({ id, kind }) as Market
const ids = (all: Market[]) => leadingMarkets(all, "spot").map(({ id }) => id)

test("the known coins come first, whatever the order of the list", () => {
  expect(ids([row("ADA_USDT"), row("SOL_USDT"), row("BTC_USDT"), row("ETH_USDT")])).toEqual([
    "BTC_USDT",
    "ETH_USDT",
    "SOL_USDT",
  ])
})

test("where one isn't listed another takes its place, and never a contract", () => {
  const all = [row("BTC_USDT_PERP", "perpetual"), row("ADA_USDT"), row("ETH_USDT")]
  expect(ids(all)).toEqual(["ETH_USDT", "ADA_USDT"])
  expect(ids([])).toEqual([])
  expect(leadingMarkets(all, "perpetual").map(({ id }) => id)).toEqual(["BTC_USDT_PERP"])
})
