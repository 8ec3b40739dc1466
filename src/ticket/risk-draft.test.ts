/** What is typed into "size from risk": prices and percents, money and shares of the account. */

import { describe, expect, test } from "vitest"
import type { SpotInstrument } from "#core/instrument/instrument.ts"
import type { RiskForm } from "../stores/risk-store.ts"
import { riskFormOf } from "../stores/risk-store.ts"
import { riskDraft } from "./risk-draft.ts"

const coins = (amount: number) => BigInt(Math.round(amount * 1e8))
const instrument = { tick: coins(0.1), lot: coins(0.0001), maxQuantity: 1_000_000 } as SpotInstrument
const form: RiskForm = { stop: "66000", stopUnit: "price", risk: "20", riskUnit: "money" }
const draft = (change: Partial<RiskForm> = {}, more: Partial<Parameters<typeof riskDraft>[0]> = {}) =>
  riskDraft({
    form: { ...form, ...change },
    side: "buy",
    entry: 670_000,
    worth: coins(10_000),
    rate: 0n,
    instrument,
    mark: ".",
    ...more,
  })

describe("size from risk", () => {
  test.each<[string, Partial<RiskForm>, bigint]>([
    ["a price and money", {}, 200n],
    ["a price and a share", { risk: "0.2", riskUnit: "percent" }, 200n],
    // 2 % of 67,000 are 1,340
    ["a distance and money", { stop: "2", stopUnit: "percent" }, 149n],
    ["a distance and a share", { stop: "2", stopUnit: "percent", risk: "1", riskUnit: "percent" }, 746n],
  ])("of %s", (_what, change, lots) => {
    expect(draft(change).size).toMatchObject({ kind: "size", lots })
  })

  test("says the distance of a price and the share of money", () => {
    expect(draft()).toMatchObject({ away: 1_492_537n, share: 200_000n })
    expect(draft({ stop: "2", stopUnit: "percent" }, { side: "sell" }).stop).toBe(coins(68_340))
  })

  test("is nothing while the account's worth isn't known, or a field is wrong", () => {
    expect(draft({ risk: "1", riskUnit: "percent" }, { worth: undefined }).size).toBeUndefined()
    expect(draft({ risk: "101", riskUnit: "percent" })).toMatchObject({ isRiskWrong: true, size: undefined })
    expect(draft({ stop: "66000.05" })).toMatchObject({ isStopWrong: true, size: undefined })
    expect(draft({ stop: "100", stopUnit: "percent" })).toMatchObject({ isStopFar: true, size: undefined })
    expect(draft({ stop: "" })).toMatchObject({ isStopWrong: false, size: undefined })
    expect(draft({}, { entry: undefined }).size).toBeUndefined()
  })
})

test("a price belongs to its market and money to its currency; percents stay", () => {
  const typed = { ...form, instrument: "BTC_USDT" }
  expect(riskFormOf(typed, "BTC_USDT")).toEqual(form)
  expect(riskFormOf(typed, "ETH_USDT")).toEqual({ ...form, stop: "" })
  expect(riskFormOf(typed, "ETH_BTC")).toEqual({ ...form, stop: "", risk: "" })
  const percents = { stop: "2", stopUnit: "percent", risk: "1", riskUnit: "percent" } as const
  expect(riskFormOf({ ...percents, instrument: "BTC_USDT" }, "ETH_BTC")).toEqual(percents)
})
