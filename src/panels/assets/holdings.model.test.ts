/** Do the figures of the asset center agree with each other and with what the server says? */

import { describe, expect, test } from "vitest"
import { ratesOf } from "#core/money/worth.ts"
import type { Balance, Wallet } from "#core/wire/trading.ts"
import { coinsOf, holdingsOf, totalChoices, withIsolatedMargin } from "./holdings.model.ts"

const row = (wallet: Wallet, currency: string, available: string, held = "0"): Balance => ({
  wallet,
  currency,
  available,
  held,
})
/** The figures of the design's picture. */
const balances = [
  row("funding", "BTC", "0.1284", "0.0400"),
  row("funding", "USDT", "5120.44", "3320.50"),
  row("funding", "ETH", "1.3020", "0.6000"),
  row("funding", "PEPE", "12400000"),
  row("contract", "USDT", "1424.83", "1146.82"),
  row("second", "USDT", "860", "50"),
]
const rates = ratesOf([
  { currency: "BTC", rate: "67284.1" },
  { currency: "ETH", rate: "3318.42" },
  { currency: "PEPE", rate: "0.000008712" },
])
const all = { hideSmall: false, query: "" }

describe("the total", () => {
  test("is that of all accounts, frozen money included", () => {
    const holdings = holdingsOf(balances, rates, "USDT")
    expect(holdings.total).toBe("29672.89")
    expect(holdings.wallets.map(({ total, share }) => [total, share])).toEqual([
      ["26191.24", "88.3"],
      ["2571.65", "8.7"],
      ["910.00", "3.1"],
    ])
    expect(holdings.wallets[0]).toMatchObject({ available: "18188.33", held: "8002.91" })
    expect(holdings.unpriced).toEqual([])
  })

  test("counts the margin of isolated positions as frozen in the contract account, with or without other money there", () => {
    const positions = [{ margin: "92.2841" }, { margin: "0" }, { margin: "7.7159" }]
    const holdings = holdingsOf(withIsolatedMargin(balances, positions), rates, "USDT")
    expect(holdings.total).toBe("29772.89")
    expect(holdings.wallets[1]).toMatchObject({ available: "1424.83", held: "1246.82" })
    expect(withIsolatedMargin([], positions)).toEqual([row("contract", "USDT", "0", "100")])
    expect(withIsolatedMargin(balances, [{ margin: "0" }])).toBe(balances)
  })

  test("can be told in another currency", () => {
    expect(holdingsOf(balances, rates, "BTC").total).toBe("0.4410090")
    expect(holdingsOf(balances, rates, "GONE")).toMatchObject({ total: null })
  })

  test("names what has no price and leaves it out", () => {
    const holdings = holdingsOf([...balances, row("funding", "GONE", "3")], rates, "USDT")
    expect(holdings).toMatchObject({ total: "29672.89", unpriced: ["GONE"] })
  })

  test("of nothing is nothing, without shares", () => {
    const holdings = holdingsOf([], rates, "USDT")
    expect(holdings.total).toBe("0.00")
    expect(holdings.wallets.map(({ share }) => share)).toEqual([null, null, null])
  })
})

describe("AI products", () => {
  const ai = [{ currency: "USDT", principal: "1000", reward: "0.25" }]

  test("count in the total and in the shares, with the reward so far", () => {
    const holdings = holdingsOf(balances, rates, "USDT", ai)
    expect(holdings.total).toBe("30673.14")
    expect(holdings.ai).toEqual({ total: "1000.25", available: "1000.00", held: "0.25", share: "3.3" })
    expect(holdings.wallets.map(({ share }) => share)).toEqual(["85.4", "8.4", "3.0"])
  })

  test("have no line while nothing is held, and are named where no price is known", () => {
    expect(holdingsOf(balances, rates, "USDT").ai).toBeNull()
    const gone = [{ currency: "GONE", principal: "1", reward: "0" }]
    expect(holdingsOf(balances, rates, "USDT", gone)).toMatchObject({ total: "29672.89", unpriced: ["GONE"] })
  })
})

describe("the coins of an account", () => {
  test("stand by their worth, what has no price behind", () => {
    const held = [...balances, row("funding", "AGONE", "3")]
    const rows = coinsOf(held, "funding", rates, "USDT", all)
    expect(rows.map(({ currency, total, value }) => [currency, total, value])).toEqual([
      ["BTC", "0.1684", "11330.64"],
      ["USDT", "8440.94", "8440.94"],
      ["ETH", "1.902", "6311.63"],
      ["PEPE", "12400000", "108.02"],
      ["AGONE", "3", null],
    ])
  })

  test("without nothings, and on wish without what is worth less than one USDT", () => {
    const held = [row("funding", "BTC", "0.00001"), row("funding", "ETH", "0"), row("funding", "GONE", "1")]
    const names = (filter: typeof all) =>
      coinsOf(held, "funding", rates, "BTC", filter).map(({ currency }) => currency)
    expect(names(all)).toEqual(["BTC", "GONE"])
    expect(names({ ...all, hideSmall: true })).toEqual(["GONE"])
  })

  test("are found by a part of their name, however it is written", () => {
    const rows = coinsOf(balances, "funding", rates, "USDT", { ...all, query: " usd " })
    expect(rows.map(({ currency }) => currency)).toEqual(["USDT"])
  })
})

test("a total is offered in what has a price", () => {
  expect(totalChoices([row("funding", "PEPE", "1"), row("funding", "GONE", "1")], rates)).toEqual([
    "USDT",
    "BTC",
    "ETH",
    "PEPE",
  ])
})
