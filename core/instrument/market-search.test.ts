/** Markets are found by what people type. */

import { expect, test } from "vitest"
import { matches, searchText } from "./market-search.ts"

const ether = searchText({ id: "ETH_BTC", base: "ETH", quote: "BTC", name: "Ethereum" })

test.each(["eth", "ETHER", " btc ", "eth/btc", "ethbtc", "eth-btc", "ETH_BTC", ""])(
  "%j finds ETH/BTC",
  (query) => expect(matches(ether, query)).toBe(true),
)

test.each(["usdt", ".*", "bitcoin"])("%j doesn't find ETH/BTC", (query) =>
  expect(matches(ether, query)).toBe(false),
)
