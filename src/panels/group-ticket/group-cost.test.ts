/** Checks what a group of orders comes to, and by which single orders warnings look at it. */

import { describe, expect, test } from "vitest"
import type { TradedInstrument } from "#core/instrument/instrument.ts"
import type { Amount, Lots } from "#core/money/units.ts"
import { judgeGroup } from "./group.model.ts"
import { draftsOf, entryOf, type GroupTerms } from "./group-cost.ts"
import { type GroupForm, UNTYPED_GROUP } from "./group-form.ts"

const COIN = 100_000_000n as Amount
/** One tick is 1 USDT, one lot 1 ABC. */
const spot: TradedInstrument = {
  ...{ id: "ABC_USDT", kind: "spot", base: "ABC", quote: "USDT", state: "open", listedAt: 0 },
  ...{ tick: COIN, lot: COIN, notionalUnit: COIN, minNotional: 0n as Amount },
  ...{ minQuantity: 1 as Lots, maxQuantity: 1000 as Lots, maxMarketQuantity: 1000 as Lots },
  ...{ maxOpenOrders: 200, maxStops: 20, priceRule: "off", band: 5_000_000n },
  ...{ marketProtection: 5_000_000n, stpDefault: "EXPIRE_MAKER" },
}
const contract = { ...spot, kind: "perpetual" } as TradedInstrument
/** 0.1 % and 0.2 %. */
const TERMS: GroupTerms = { maker: 100_000n, taker: 200_000n, feeIn: "received", leverage: 1 }

function drafts(typed: Partial<GroupForm>, instrument = spot, terms: Partial<GroupTerms> = {}) {
  const form: GroupForm = { ...UNTYPED_GROUP, side: "buy", ...typed }
  const judgement = judgeGroup(form, instrument, ".")
  expect(judgement.problem).toBeUndefined()
  return draftsOf({ form, judgement, instrument, terms: { ...TERMS, ...terms }, last: 100 })
}
const pair = { kind: "oco", price: "80", stop: "110", stopLimit: "115", quantity: "4" } as const
const sale = { ...pair, side: "sell", price: "130", stop: "90", stopLimit: "85" } as const
const scaled = { kind: "scaled", from: "90", to: "80", count: "2", quantity: "10" } as const

describe("a pair", () => {
  test("is looked at as its limit order and its stop, at the dearer of both", () => {
    const [limit, stop] = drafts(pair)
    expect(limit?.order).toMatchObject({ orderType: "limit", price: 80, quantity: 4 })
    expect(stop?.order).toMatchObject({ orderType: "stop-limit", stopPrice: 110, price: 115 })
    expect(limit?.preview).toMatchObject({
      turnover: 460n * COIN,
      hold: { amount: 460n * COIN, currency: "USDT" },
    })
    expect(stop?.preview).toEqual(limit?.preview)
  })

  test("that sells holds what is sold, and is counted at the cheaper of both", () => {
    const [limit] = drafts(sale)
    expect(limit?.preview).toMatchObject({
      turnover: 340n * COIN,
      hold: { amount: 4n * COIN, currency: "ABC" },
    })
    expect(limit?.preview?.fee).toEqual({ amount: 68_000_000n, currency: "USDT" })
  })

  test("of a contract may stop by market, at its stop price", () => {
    const [, stop] = drafts({ ...pair, stopLimit: "" }, contract)
    expect(stop?.order).toMatchObject({ orderType: "stop-market", stopPrice: 110, price: undefined })
    expect(stop?.preview?.turnover).toBe(440n * COIN)
  })
})

test("a scaled order is one at its dearest price, by its exact sum and the maker's fee", () => {
  const [only, ...others] = drafts(scaled)
  expect(others).toEqual([])
  expect(only?.order).toMatchObject({ orderType: "limit", price: 90, quantity: 10 })
  expect(only?.preview).toMatchObject({ turnover: 850n * COIN, rate: 100_000n })
  expect(only?.preview?.fee).toEqual({ amount: 1_000_000n, currency: "ABC" })
  expect(drafts({ ...scaled, side: "sell" })[0]?.order.price).toBe(80)
})

test("an iceberg is one of its whole amount; a fee in the quote is held with it", () => {
  const [only] = drafts({ kind: "iceberg", price: "90", quantity: "20", shown: "5" }, spot, {
    feeIn: "quote",
  })
  expect(only?.preview).toMatchObject({ lots: 20, turnover: 1800n * COIN })
  expect(only?.preview?.hold.amount).toBe(1800n * COIN + 360_000_000n)
})

test("a TWAP without a limit is counted at the last price", () => {
  const twap = { kind: "twap", quantity: "60", duration: "60", interval: "60" } as const
  expect(drafts(twap)[0]?.preview?.turnover).toBe(6000n * COIN)
  expect(drafts({ ...twap, price: "90" })[0]?.preview?.turnover).toBe(5400n * COIN)
})

test("a contract's group holds its margin and fee, one that only closes nothing", () => {
  const [opening] = drafts({ ...pair }, contract, { leverage: 10, feeIn: "quote" })
  expect(opening?.preview?.hold).toEqual({ amount: 46n * COIN + 92_000_000n, currency: "USDT" })
  const [closing] = drafts({ ...pair, isReduceOnly: true }, contract, { leverage: 10, feeIn: "quote" })
  expect(closing?.preview?.hold.amount).toBe(0n)
})

test("nothing is said while something is missing", () => {
  expect(drafts({ kind: "iceberg", price: "90" })).toEqual([])
})

test("what it trades at to begin with is known before the amount: the worst end, the limit, or the last price", () => {
  const entry = (typed: Partial<GroupForm>, last?: number) =>
    entryOf({ ...UNTYPED_GROUP, side: "buy", ...typed }, spot, { mark: ".", last })
  expect(entry({ kind: "scaled", from: "80", to: "90" })).toBe(90)
  expect(entry({ kind: "scaled", from: "80", to: "90", side: "sell" })).toBe(80)
  expect(entry({ kind: "scaled", from: "80" }, 100)).toBeUndefined()
  expect(entry({ kind: "iceberg", price: "70" }, 100)).toBe(70)
  expect(entry({ kind: "iceberg" }, 100)).toBeUndefined()
  expect([entry({ kind: "twap" }, 100), entry({ kind: "twap", price: "95" }, 100)]).toEqual([100, 95])
  expect(entry({ kind: "twap", price: "x" }, 100)).toBeUndefined()
})
