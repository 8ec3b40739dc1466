/** Networks by the names that wallets give them. */

import { expect, test } from "vitest"
import { networkName } from "./network-name.ts"

test("a network names its standard where the coin isn't its own", () => {
  expect(networkName("bitcoin", "BTC")).toBe("Bitcoin")
  expect(networkName("ethereum", "ETH")).toBe("Ethereum")
  expect(networkName("ethereum", "USDT")).toBe("Ethereum (ERC-20)")
  expect(networkName("tron", "USDT")).toBe("TRON (TRC-20)")
})
