/** Do the right coins of the spot account stand there, in a steady order, with exact sums and what they are worth? */

import { describe, expect, test } from "vitest"
import { ratesOf } from "#core/money/worth.ts"
import { coinFigures, coinsInOrder } from "./balances.model.ts"

const rates = ratesOf([{ currency: "BTC", rate: "67284.1" }])

describe("the coins", () => {
  test("of the market on screen come first, held or not; then the others of the spot account by name", () => {
    const held = [
      { wallet: "funding", currency: "SOL" },
      { wallet: "funding", currency: "BTC" },
      { wallet: "funding", currency: "ADA" },
      { wallet: "contract", currency: "XRP" },
    ] as const
    expect(coinsInOrder(held, ["USDT", "BTC"])).toEqual(["USDT", "BTC", "ADA", "SOL"])
  })
})

describe("a coin's figures", () => {
  test.each([
    // [available, held, in, total, value]
    ["0.1", "0.2", "USDT", "0.3", "20185.23"],
    ["90071992547409.93000001", "0.00000001", "BTC", "90071992547409.93000002", "90071992547409.9300000"],
    ["0", "0", "USDT", "0", "0.00"],
  ])("of %s free and %s frozen BTC, told in %s", (available, held, inCurrency, total, value) => {
    const figures = coinFigures({ currency: "BTC", available, held }, rates, inCurrency)
    expect(figures).toEqual({ currency: "BTC", available, held, total, value })
  })

  test("say nothing of worth where no price is known", () => {
    const held = { currency: "GONE", available: "5", held: "0" }
    expect(coinFigures(held, rates, "USDT").value).toBeNull()
  })
})
