/** Checks what is made of a typed group of orders. */

import { describe, expect, test } from "vitest"
import type { TradedInstrument } from "#core/instrument/instrument.ts"
import type { Amount, Lots } from "#core/money/units.ts"
import { judgeGroup } from "./group.model.ts"
import { type GroupForm, UNTYPED_GROUP } from "./group-form.ts"

const COIN = 100_000_000n as Amount
/** One tick is 1 USDT, one lot 1 ABC. */
const instrument: TradedInstrument = {
  ...{ id: "ABC_USDT", kind: "spot", base: "ABC", quote: "USDT", state: "open", listedAt: 0 },
  ...{ tick: COIN, lot: COIN, notionalUnit: COIN, minNotional: 0n as Amount },
  ...{ minQuantity: 2 as Lots, maxQuantity: 1000 as Lots, maxMarketQuantity: 1000 as Lots },
  ...{ maxOpenOrders: 200, maxStops: 20, priceRule: "off", band: 5_000_000n },
  ...{ marketProtection: 5_000_000n, stpDefault: "EXPIRE_MAKER" },
}
const judge = (more: Partial<GroupForm>, of: Parameters<typeof judgeGroup>[1] = instrument) =>
  judgeGroup({ ...UNTYPED_GROUP, side: "buy", ...more }, of, ".")
const scaled = { kind: "scaled", from: "90", to: "80", count: "3", quantity: "10" } as const
const pair = { price: "80", stop: "110", stopLimit: "115", quantity: "4" } as const

/** What it is refused for, and at which field. */
const wrongOf = ({ problem }: ReturnType<typeof judge>) =>
  problem && [
    problem.field,
    problem.problem.kind === "refusal" ? problem.problem.problem.name : problem.problem.kind,
  ]

describe("a scaled order", () => {
  test("is shown with its orders, their mean price and exact total before it is sent", () => {
    const { fields, preview } = judge({ ...scaled, distribution: "increasing" })
    expect(fields).toEqual({ from: "90", to: "80", quantity: "10", count: "3", distribution: "increasing" })
    expect(preview?.children).toEqual([
      { price: "90", quantity: "2" },
      { price: "85", quantity: "3" },
      { price: "80", quantity: "5" },
    ])
    expect(preview).toMatchObject({ total: "835", average: "83.5" })
  })

  test.each([
    [{ count: "1" }, ["count", "SCALED_RANGE"]],
    [{ count: "41" }, ["count", "SCALED_RANGE"]],
    [{ to: "89" }, ["to", "SCALED_RANGE"]],
    [{ quantity: "5" }, ["quantity", "MIN_QUANTITY"]],
    [{ quantity: "2" }, ["quantity", "MIN_QUANTITY"]],
    [{ from: "90.5" }, ["from", "TICK"]],
    [{ from: "-90" }, ["from", "no-price"]],
    [{ quantity: "" }, undefined],
  ] as const)("with %j is %j, and can't be sent", (more, wrong) => {
    const judged = judge({ ...scaled, ...more })
    expect(wrongOf(judged)).toEqual(wrong)
    expect(judged.fields).toBeUndefined()
  })
})

describe("an OCO pair", () => {
  test("names its prices as they are sent; only a contract's stop may be by market", () => {
    expect(judge(pair).fields).toEqual({ price: "80", stopPrice: "110", stopLimit: "115", quantity: "4" })
    expect(judge({ ...pair, stopLimit: "" }).fields).toBeUndefined()
    expect(
      judge({ ...pair, stopLimit: "" }, { ...instrument, kind: "perpetual" } as TradedInstrument).fields,
    ).toEqual({
      ...{ price: "80", stopPrice: "110", quantity: "4" },
    })
  })

  test("its stop stands on the other side of its limit", () => {
    expect(wrongOf(judge({ ...pair, side: "sell" }))).toEqual(["stop", "OCO_PRICES"])
    expect(wrongOf(judge({ ...pair, stop: "80" }))).toEqual(["stop", "OCO_PRICES"])
    expect(wrongOf(judge({ ...pair, quantity: "1" }))).toEqual(["quantity", "MIN_QUANTITY"])
  })
})

describe("an iceberg", () => {
  const iceberg = { kind: "iceberg", price: "90", quantity: "300", shown: "20" } as const

  test("names its shown part, and waits until all is typed", () => {
    expect(judge(iceberg).fields).toEqual({ price: "90", quantity: "300", shownQuantity: "20" })
    expect(judge({ ...iceberg, shown: "" })).toEqual({})
  })

  test.each([
    [{ shown: "2" }, ["shown", "ICEBERG_RANGE"]],
    [{ shown: "301" }, ["shown", "ICEBERG_RANGE"]],
    [{ shown: "2.5" }, ["shown", "LOT"]],
    [{ quantity: "1" }, ["quantity", "MIN_QUANTITY"]],
  ] as const)("with %j is %j, and can't be sent", (more, wrong) => {
    const judged = judge({ ...iceberg, ...more })
    expect(wrongOf(judged)).toEqual(wrong)
    expect(judged.fields).toBeUndefined()
  })
})

describe("a TWAP", () => {
  const twap = { kind: "twap", quantity: "120", duration: "30", interval: "60" } as const

  test("is shown with its plan before it is sent; a limit price is optional", () => {
    const { fields, plan } = judge(twap)
    expect(fields).toEqual({ quantity: "120", duration: "1800", interval: "60" })
    expect(plan).toEqual({ slices: 30, each: "4" })
    expect(judge({ ...twap, price: "90" }).fields).toMatchObject({ price: "90" })
  })

  test.each([
    [{ duration: "4" }, ["duration", "TWAP_RANGE"]],
    [{ duration: "1441" }, ["duration", "TWAP_RANGE"]],
    [{ duration: "x" }, ["duration", "TWAP_RANGE"]],
    [{ interval: "9" }, ["interval", "TWAP_RANGE"]],
    [{ interval: "901" }, ["interval", "TWAP_RANGE"]],
    [{ quantity: "59" }, ["quantity", "MIN_QUANTITY"]],
    [{ quantity: "60", isRandom: true }, ["quantity", "MIN_QUANTITY"]],
    [{ interval: "" }, undefined],
  ] as const)("with %j is %j, and can't be sent", (more, wrong) => {
    const judged = judge({ ...twap, ...more })
    expect(wrongOf(judged)).toEqual(wrong)
    expect(judged.fields).toBeUndefined()
  })
})
