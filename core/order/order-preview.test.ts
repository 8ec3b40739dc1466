/** Order previews match what the engine will compute, to the last unit. */

import fc from "fast-check"
import { describe, expect, test } from "vitest"
import type { SpotInstrument } from "../instrument/instrument.ts"
import type { Amount, Lots } from "../money/units.ts"
import { feeOf } from "./fee.ts"
import { type Fees, type PreviewedOrder, previewOrder } from "./order-preview.ts"
import { walkBook } from "./walk-book.ts"

/** Tick 0.1, lot 0.0001, so K = 1000: one lot at 672,830 ticks (67,283.0) is 6.7283. */
const btc: SpotInstrument = {
  kind: "spot",
  id: "BTC_USDT",
  base: "BTC",
  quote: "USDT",
  tick: 10_000_000n,
  lot: 10_000n,
  notionalUnit: 1000n,
  state: "open",
  listedAt: 0,
  minQuantity: 1 as Lots,
  maxQuantity: 1_000_000 as Lots,
  maxMarketQuantity: 100_000 as Lots,
  minNotional: 500_000_000n as Amount,
  maxOpenOrders: 200,
  maxStops: 20,
  priceRule: "strict",
  band: 5_000_000n,
  marketProtection: 5_000_000n,
  stpDefault: "EXPIRE_MAKER",
}
const fees: Fees = { maker: 90_000n, taker: 100_000n, feeIn: "received" }
const inQuote: Fees = { ...fees, feeIn: "quote" }
/** 0.01 at each of 67,284.0, 67,285.0 and, beyond 5 %, 71,000.0; bids at 67,283.0 and 67,000.0. */
const ladder = {
  asks: [672_840, 100, 672_850, 100, 710_000, 100],
  bids: [672_830, 100, 670_000, 300],
}
const none = { asks: [], bids: [] }
const limit: PreviewedOrder = { side: "buy", orderType: "limit", price: 672_830, quantity: 190 }
const units = (text: string) => BigInt(text.replace(".", ""))

describe("the fee", () => {
  test.each([
    [13_456_820_000n, 100_000n, 13_456_820n],
    [1n, 100_000n, 1n],
    [999n, 100_000n, 1n],
    [100_000n, 100_000n, 100n],
    [100_001n, 100_000n, 101n],
    [0n, 100_000n, 0n],
    [12_345n, 0n, 0n],
    [100_001n, -10_000n, -10n],
  ])("of %d at %d is %d: up, a rebate down in size (U5)", (amount, rate, fee) => {
    expect(feeOf(amount, rate)).toBe(fee)
  })
})

describe("a limit order", () => {
  test("bought with the fee in what is received: the turnover is paid, the fee comes off the coins (S11)", () => {
    expect(previewOrder(btc, limit, fees, none)).toMatchObject({
      lots: 190,
      turnover: units("1278.37700000"),
      rate: 100_000n,
      fee: { amount: units("0.00001900"), currency: "BTC" },
      pays: { amount: units("1278.37700000"), currency: "USDT" },
      gets: { amount: units("0.01898100"), currency: "BTC" },
      hold: { amount: units("1278.37700000"), currency: "USDT" },
    })
  })

  test("bought with the fee in the quote: both are paid and held (S10)", () => {
    expect(previewOrder(btc, limit, inQuote, none)).toMatchObject({
      fee: { amount: units("1.27837700"), currency: "USDT" },
      pays: { amount: units("1279.65537700"), currency: "USDT" },
      gets: { amount: units("0.01900000"), currency: "BTC" },
      hold: { amount: units("1279.65537700"), currency: "USDT" },
    })
  })

  test.each([fees, inQuote])("sold: the fee comes off the proceeds either way", (each) => {
    expect(previewOrder(btc, { ...limit, side: "sell" }, each, none)).toMatchObject({
      fee: { amount: units("1.27837700"), currency: "USDT" },
      pays: { amount: units("0.01900000"), currency: "BTC" },
      gets: { amount: units("1277.09862300"), currency: "USDT" },
      hold: { amount: units("0.01900000"), currency: "BTC" },
    })
  })

  test("that only makes pays the maker's rate, yet holds for the higher one", () => {
    const preview = previewOrder(btc, { ...limit, postOnly: true }, inQuote, none)
    expect(preview).toMatchObject({
      rate: 90_000n,
      fee: { amount: units("1.15053930") },
      hold: { amount: units("1279.65537700") },
    })
  })

  test.each(["ioc", "fok"] as const)(
    "that only takes pays and holds by the taker's rate (%s, S10)",
    (timeInForce) => {
      const dearMaker: Fees = { maker: 300_000n, taker: 90_000n, feeIn: "quote" }
      expect(previewOrder(btc, { ...limit, timeInForce }, dearMaker, none)).toMatchObject({
        rate: 90_000n,
        hold: { amount: units("1279.52753930") },
      })
    },
  )

  test("with a rebate for makers still holds nothing less than its turnover", () => {
    const rebate: Fees = { maker: -10_000n, taker: -5000n, feeIn: "quote" }
    expect(previewOrder(btc, limit, rebate, none)?.hold.amount).toBe(units("1278.37700000"))
  })

  test("without price or quantity has no preview", () => {
    expect(previewOrder(btc, { ...limit, price: undefined }, fees, none)).toBeUndefined()
    expect(previewOrder(btc, { ...limit, quantity: undefined }, fees, none)).toBeUndefined()
  })
})

describe("a market order", () => {
  test("by quantity walks the levels: 0.0150 cost 0.0100 at the best and the rest at the next", () => {
    const preview = previewOrder(btc, { side: "buy", orderType: "market", quantity: 150 }, fees, ladder)
    expect(preview).toMatchObject({
      turnover: units("1009.26500000"),
      pays: { amount: units("1009.26500000"), currency: "USDT" },
      gets: { amount: units("0.01498500"), currency: "BTC" },
      walk: { lots: 150, worst: 672_850, end: "filled" },
    })
  })

  test("finds no more than the book has within its protection (S4)", () => {
    const preview = previewOrder(btc, { side: "buy", orderType: "market", quantity: 250 }, fees, ladder)
    expect(preview?.walk).toMatchObject({ lots: 200, worst: 672_850, end: "protection" })
    const sell = previewOrder(btc, { side: "sell", orderType: "market", quantity: 500 }, fees, ladder)
    expect(sell?.walk).toMatchObject({ lots: 400, end: "book" })
    expect(sell?.hold).toEqual({ amount: units("0.05000000"), currency: "BTC" })
  })

  test("by budget takes whole lots down and holds the budget", () => {
    const budget = units("700.00000000")
    const preview = previewOrder(btc, { side: "buy", orderType: "market", budget }, fees, ladder)
    // 672.84 for the first level; 27.16 pay for 4 lots at 6.7285
    expect(preview).toMatchObject({
      lots: 104,
      turnover: units("699.75400000"),
      hold: { amount: budget, currency: "USDT" },
      walk: { end: "budget" },
    })
  })

  test("by budget with the fee inside never spends more than the budget", () => {
    const budget = units("700.00000000")
    const preview = previewOrder(btc, { side: "buy", orderType: "market", budget }, inQuote, ladder)
    expect(preview?.lots).toBe(103)
    expect(preview && preview.pays.amount <= budget).toBe(true)
  })

  test("sold by quote amount brings never more than asked", () => {
    const preview = previewOrder(
      btc,
      { side: "sell", orderType: "market", budget: units("100.00000000") },
      fees,
      ladder,
    )
    expect(preview).toMatchObject({ lots: 14, hold: { currency: "BTC", amount: units("0.00140000") } })
  })

  test("in an empty book finds nothing", () => {
    const preview = previewOrder(btc, { side: "buy", orderType: "market", quantity: 5 }, fees, none)
    expect(preview).toMatchObject({ lots: 0, turnover: 0n, walk: { end: "book", worst: undefined } })
  })
})

test("whatever the book, a budget buys the most lots that it pays for, with or without a fee inside", () => {
  const level = fc.tuple(fc.integer({ min: 600_000, max: 700_000 }), fc.integer({ min: 1, max: 5000 }))
  const rates = fc.constantFrom(undefined, 100_000n, 1_000_000n)
  fc.assert(
    fc.property(
      fc.uniqueArray(level, { selector: ([price]) => price, minLength: 1, maxLength: 20 }),
      fc.bigInt({ min: 1n, max: 10n ** 13n }),
      rates,
      (levels, budget, rateInside) => {
        const asks = levels.sort(([one], [other]) => one - other).flat()
        const walk = walkBook(btc, { asks, bids: [] }, { side: "buy", budget, rateInside })
        const cost = walk.turnover + (rateInside ? feeOf(walk.turnover, rateInside) : 0n)
        expect(cost <= budget).toBe(true)
        if (walk.end !== "budget") return
        // One lot more would be at the worst price taken, or at the next level.
        const more = walkBook(btc, { asks, bids: [] }, { side: "buy", lots: walk.lots + 1 })
        if (more.end !== "filled") return
        expect(more.turnover + (rateInside ? feeOf(more.turnover, rateInside) : 0n) > budget).toBe(true)
      },
    ),
  )
})
