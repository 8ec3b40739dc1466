/** What is with AI products is summed exactly, each currency by itself. */

import { expect, test } from "vitest"
import { aiSumsOf } from "./ai-sums.ts"

test("holdings are summed by currency, exactly", () => {
  const holding = (currency: string, principal: string, reward: string) => ({ currency, principal, reward })
  expect(
    aiSumsOf([holding("USDT", "0.1", "0.00000001"), holding("BTC", "1", "0"), holding("USDT", "0.2", "0.3")]),
  ).toEqual([
    { currency: "BTC", principal: "1", reward: "0" },
    { currency: "USDT", principal: "0.3", reward: "0.30000001" },
  ])
})
