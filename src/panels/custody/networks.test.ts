/** The network that is meant, and its name. */

import { expect, test } from "vitest"
import { chosenOf, coinNetworkId, coinsOf, networkName, readCoinNetwork } from "./networks.ts"

const rows = [
  { currency: "BTC", chain: "bitcoin" },
  { currency: "USDT", chain: "ethereum" },
  { currency: "USDT", chain: "tron" },
] as const

test("a network names its standard where the coin isn't its own", () => {
  expect(networkName("bitcoin", "BTC")).toBe("Bitcoin")
  expect(networkName("ethereum", "ETH")).toBe("Ethereum")
  expect(networkName("ethereum", "USDT")).toBe("Ethereum (ERC-20)")
  expect(networkName("tron", "USDT")).toBe("TRON (TRC-20)")
})

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
