/** Take-profit and stop-loss in the contract ticket: what is sent and told is what was typed, and the wrong side is refused. */

import { describe, expect, test } from "vitest"
import { formatAmount, unitsOf } from "#core/money/steps.ts"
import type { Amount, Price8 } from "#core/money/units.ts"
import { applyFill, FLAT } from "#core/position/position.ts"
import type { ContractMarket } from "#core/wire/market.ts"
import { marketExamples } from "#core/wire/market-examples.ts"
import { draftOf, readOrder } from "../../ticket/order-draft.ts"
import { type ContractDraftInput, instrumentOf } from "./contract-input.ts"
import { CONTRACT_ORDER } from "./contract-order.ts"
import { inUnit, percentOf, readTargets, worstOutcome } from "./contract-targets.ts"

const instrument = instrumentOf({
  ...marketExamples.contractMarkets.response.rows[0],
  ...{ lot: "0.001", minQuantity: "0.001", maxQuantity: "1000.000", maxMarketQuantity: "100.000" },
} as unknown as ContractMarket)

type Form = ContractDraftInput["form"]

const LIMITS = {
  takeProfit: "2.4",
  stopLoss: "1.2",
  targetType: "limit",
  takeProfitLimit: "2.2",
  stopLossLimit: "1.6",
} satisfies Partial<Form>

/** A buy of 0.1 at 50,000 with targets in percent; mark and last stand at 50,100. */
const input = (
  form: Partial<Form> = {},
  change: Partial<Omit<ContractDraftInput, "form">> = {},
): ContractDraftInput => ({
  form: {
    ...{ side: "buy", type: "limit", validity: "gtc", isPostOnly: false, isReduceOnly: false },
    ...{ price: "50000.0", stop: "", amount: "0.100", unit: "base" },
    ...{ hasTargets: true, targetUnit: "percent", targetSource: "mark", takeProfit: "", stopLoss: "" },
    ...form,
  },
  instrument,
  prices: { bestBid: 500_999, bestAsk: 501_001, last: 501_000, mark: unitsOf("50100") as bigint as Price8 },
  ladder: { bids: [500_999, 100_000], asks: [501_001, 100_000] },
  mark: ".",
  terms: {
    ...{ leverage: 20, isIsolated: false, isHedge: false, limit: "30000000" },
    ...{ maker: 20_000n, taker: 50_000n },
  },
  opposite: 0n as Amount,
  held: FLAT,
  free: unitsOf("1000"),
  judged: undefined,
  ...change,
})
const draft = (...given: Parameters<typeof input>) => draftOf(input(...given), CONTRACT_ORDER)
const targets = (...given: Parameters<typeof input>) => {
  const made = input(...given)
  return readTargets(made, readOrder(made).order)
}
const position = (size: string, price: string, isShort = false) =>
  applyFill(FLAT, {
    size: (isShort ? -unitsOf(size) : unitsOf(size)) as Amount,
    price: unitsOf(price) as bigint as Price8,
  }).position

describe("targets that are sent with an order (P23)", () => {
  test.each<[string, Partial<Form>, string, string]>([
    ["in percent of a buy", { takeProfit: "2.4", stopLoss: "1.2" }, "51200.0", "49400.0"],
    [
      "in percent of a sell",
      { side: "sell", price: "50200.0", takeProfit: "10", stopLoss: "10" },
      "45180.0",
      "55220.0",
    ],
    ["in money", { targetUnit: "money", takeProfit: "250", stopLoss: "100" }, "52500.0", "49000.0"],
    ["as prices", { targetUnit: "price", takeProfit: "51234.5", stopLoss: "48,000.0" }, "51234.5", "48000.0"],
    [
      "of a stop by market, from its stop",
      { type: "stop-market", stop: "60000", takeProfit: "1", stopLoss: "1" },
      "60600.0",
      "59400.0",
    ],
    // Of all of 0.1 the book's only level.
    [
      "of a market order, from what the book has",
      { type: "market", takeProfit: "1", stopLoss: "1" },
      "50601.1",
      "49599.1",
    ],
  ])("%s", (_, form, takeProfit, stopLoss) => {
    expect(draft(form).request).toMatchObject({
      takeProfit: { price: takeProfit, source: "mark" },
      stopLoss: { price: stopLoss, source: "mark" },
    })
  })

  test("are left out where none is typed, wanted or possible, or where the order only closes", () => {
    const both = { takeProfit: "2", stopLoss: "2" }
    const one = draft({ takeProfit: "2", targetSource: "last" }).request
    expect(one).toMatchObject({ takeProfit: { source: "last" } })
    expect(one).not.toHaveProperty("stopLoss")
    const short = { opposite: unitsOf("1"), held: position("1", "50000", true) }
    for (const request of [
      draft({ ...both, hasTargets: false }).request,
      draft({ ...both, isReduceOnly: true }, short).request,
      draft(both, short).request,
    ]) {
      expect(request).toBeDefined()
      expect(request).not.toHaveProperty("takeProfit")
      expect(request).not.toHaveProperty("stopLoss")
    }
  })

  test("carry the worst price of what they send, in the unit of both and for either side", () => {
    expect(draft(LIMITS).request).toMatchObject({
      takeProfit: { price: "51200.0", limit: "51100.0" },
      stopLoss: { price: "49400.0", limit: "49200.0" },
    })
    expect(draft({ ...LIMITS, side: "sell", price: "50200.0" }).request).toMatchObject({
      takeProfit: { price: "48995.2", limit: "49095.6" },
      stopLoss: { price: "50802.4", limit: "51003.2" },
    })
    const money = { ...LIMITS, targetUnit: "money", takeProfit: "120", takeProfitLimit: "110" } as const
    expect(draft(money).request?.takeProfit).toMatchObject({ price: "51200.0", limit: "51100.0" })
  })

  test("are by market where no worst price is typed or none is wanted", () => {
    const { takeProfit, stopLoss } = draft({ ...LIMITS, stopLossLimit: "" }).request ?? {}
    expect([takeProfit?.limit, stopLoss?.limit]).toEqual(["51100.0", undefined])
    expect(draft({ ...LIMITS, targetType: "market" }).request?.takeProfit).not.toHaveProperty("limit")
  })

  test("come with a trailing stop too, counted from the price of the moment", () => {
    const trailing = { type: "trailing-stop", distance: "1", takeProfit: "1", stopLoss: "1" } as const
    expect(draft(trailing).request).toMatchObject({
      takeProfit: { price: "50601.1", source: "mark" },
      stopLoss: { price: "49599.1", source: "mark" },
    })
    const reached = draft({ ...trailing, targetUnit: "price", takeProfit: "50100", stopLoss: "" })
    expect(reached.wrong).toMatchObject({
      field: "takeProfit",
      problem: { kind: "target-side", price: "50100.0" },
    })
  })
})

describe("what targets come to", () => {
  test("is told in money, percent and return at the leverage, of a loss too", () => {
    const { takeProfit, stopLoss } = targets({ takeProfit: "2.4", stopLoss: "1.2" }) ?? {}
    expect([takeProfit?.outcome, stopLoss?.outcome]).toEqual([
      { profit: unitsOf("120"), rate: 2_400_000n, roe: 48_000_000n },
      { profit: -unitsOf("60"), rate: -1_200_000n, roe: -24_000_000n },
    ])
    expect(percentOf(-1_200_000n)).toBe("-1.20")
  })

  test("counts all of the position that the order adds to", () => {
    const held = position("0.1", "40000")
    const found = targets({ targetUnit: "price", takeProfit: "51000" }, { held })
    expect(formatAmount(found?.size ?? 0n)).toBe("0.2")
    expect(formatAmount(found?.takeProfit?.outcome?.profit ?? 0n)).toBe("1200")
  })

  test("counts what is opened where the order turns the position around", () => {
    const turned = { held: position("0.04", "52000", true), opposite: unitsOf("0.04") }
    const found = targets({ targetUnit: "money", takeProfit: "60" }, turned)
    expect(formatAmount(found?.size ?? 0n)).toBe("0.06")
    expect(found?.takeProfit?.price).toBe("51000.0")
  })

  test("of a price needs no amount, of money it does", () => {
    expect(targets({ amount: "", takeProfit: "2" })?.takeProfit).toMatchObject({ price: "51000.0" })
    expect(targets({ amount: "", targetUnit: "money", takeProfit: "2" })?.takeProfit).toBeUndefined()
  })

  test.each([
    ["price", "51200.0"],
    ["percent", "2.40"],
    ["money", "120.00"],
  ] as const)("is told as %s when the unit is changed", (unit, expected) => {
    expect(inUnit(targets({ takeProfit: "2.4" })?.takeProfit, "takeProfit", unit)).toBe(expected)
  })

  test("is told at its limit, at worst; a limit on the other side of the entry is only told as a price", () => {
    const limited = { targetUnit: "price", targetType: "limit", stopLoss: "49400" } as const
    const { stopLoss } = targets({ ...limited, stopLossLimit: "49300" }) ?? {}
    expect(formatAmount(worstOutcome(stopLoss)?.profit ?? 0n)).toBe("-70")
    expect(formatAmount(stopLoss?.outcome?.profit ?? 0n)).toBe("-60")
    expect(inUnit(stopLoss?.limit, "stopLoss", "percent")).toBe("1.40")
    const beyond = targets({ ...limited, stopLossLimit: "50100" })?.stopLoss?.limit
    expect([inUnit(beyond, "stopLoss", "money"), inUnit(beyond, "stopLoss", "price")]).toEqual([
      "",
      "50100.0",
    ])
  })
})

describe("a target is refused before it is sent", () => {
  test.each<[string, Partial<Form>, object]>([
    [
      "a long's take-profit below where it opens",
      { takeProfit: "49999.9" },
      { kind: "target-side", target: "takeProfit", isLong: true, price: "50000.0" },
    ],
    [
      "a long's stop-loss above",
      { stopLoss: "50000.1" },
      { kind: "target-side", target: "stopLoss", isLong: true, price: "50000.0" },
    ],
    [
      "a short's take-profit at the mark, by market",
      { side: "sell", type: "market", takeProfit: "50100.0" },
      { kind: "target-side", target: "takeProfit", isLong: false, price: "50100.0" },
    ],
    [
      "a short's stop-loss there",
      { side: "sell", type: "market", stopLoss: "50100.0" },
      { kind: "target-side", target: "stopLoss", isLong: false, price: "50100.0" },
    ],
    ["finer than the tick", { takeProfit: "51000.05" }, { kind: "refusal", problem: { name: "TICK" } }],
    ["at nothing", { stopLoss: "0" }, { kind: "no-price" }],
    ["below nothing", { stopLoss: "-5" }, { kind: "no-price" }],
    ["that is no number", { stopLoss: "x" }, { kind: "unreadable" }],
    ["that may be two numbers", { takeProfit: "51,234" }, { kind: "ambiguous" }],
  ])("%s", (_, form, problem) => {
    const found = draft({ targetUnit: "price", ...form })
    expect(found.wrong?.problem).toMatchObject(problem)
    expect(found.wrong?.field).toBe(form.takeProfit === undefined ? "stopLoss" : "takeProfit")
    expect(found.request).toBeUndefined()
  })

  test.each<[string, Partial<Form>, object]>([
    ["all of the price in percent", { stopLoss: "100" }, { kind: "target-far" }],
    ["nothing in percent", { stopLoss: "0" }, { kind: "refusal", problem: { name: "WRONG_SIZE" } }],
    ["finer than a rate", { stopLoss: "1.2345678" }, { kind: "refusal", problem: { name: "PRECISION" } }],
    ["more money than it is worth", { targetUnit: "money", stopLoss: "5001" }, { kind: "target-far" }],
    [
      "less than nothing",
      { targetUnit: "money", stopLoss: "-1" },
      { kind: "refusal", problem: { name: "WRONG_SIZE" } },
    ],
  ])("%s", (_, form, problem) => {
    const found = draft(form)
    expect(found.wrong).toMatchObject({ field: "stopLoss", problem })
    expect(found.request).toBeUndefined()
  })

  test.each<[string, Partial<Form>, object]>([
    ["finer than the tick", { stopLossLimit: "48000.05" }, { kind: "refusal", problem: { name: "TICK" } }],
    ["that is no number", { stopLossLimit: "x" }, { kind: "unreadable" }],
    ["of nothing", { stopLossLimit: "0" }, { kind: "no-price" }],
  ])("a limit %s", (_, form, problem) => {
    const found = draft({ targetUnit: "price", targetType: "limit", stopLoss: "48000", ...form })
    expect(found.wrong).toMatchObject({ field: "stopLossLimit", problem })
    expect(found.request).toBeUndefined()
  })

  test("by the source that it waits for", () => {
    const prices = { ...input().prices, mark: unitsOf("49000") as bigint as Price8 }
    const market = { type: "market", targetUnit: "price", stopLoss: "49500" } as const
    expect(draft(market, { prices }).wrong).toMatchObject({ problem: { kind: "target-side" } })
    expect(draft({ ...market, targetSource: "last" }, { prices }).wrong).toBeUndefined()
  })
})
