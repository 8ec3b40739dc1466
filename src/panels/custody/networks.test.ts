/** The network that is meant. */

import { expect, test } from "vitest"
import { chosenOf, coinNetworkId, coinsOf, readCoinNetwork } from "./networks.ts"

const rows = [
  { currency: "BTC", chain: "bitcoin" },
  { currency: "USDT", chain: "ethereum" },
  { currency: "USDT", chain: "tron" },
] as const

test("each coin is offered once", () => expect(coinsOf(rows)).toEqual(["BTC", "USDT"]))

test.each([
  ["USDT", "tron", rows[2]],
  ["USDT", "", rows[1]],
  ["USDT", "bitcoin", rows[1]],
  ["DOGE", "tron", rows[0]],
])("of %s on %j comes what there is", (currency, chain, row) => {
  expect(chosenOf(rows, currency, chain)).toBe(row)
})

test("an id carries coin and network, or the coin alone", () => {
  expect(readCoinNetwork(coinNetworkId(rows[2]))).toEqual(rows[2])
  expect(readCoinNetwork("USDT")).toEqual({ currency: "USDT", chain: "" })
  expect(readCoinNetwork()).toEqual({ currency: "", chain: "" })
})
