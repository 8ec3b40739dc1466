/** Is what the contract ticket reckons what the engine would, and what it sends what was meant? */

import { describe, expect, test } from "vitest"
import { formatAmount, unitsOf } from "#core/money/steps.ts"
import type { Amount, Price8 } from "#core/money/units.ts"
import { FLAT } from "#core/position/position.ts"
import type { ContractMarket } from "#core/wire/market.ts"
import { marketExamples } from "#core/wire/market-examples.ts"
import { draftOf, readOrder } from "../../ticket/order-draft.ts"
import type { Estimate } from "../../ticket/own-estimate.ts"
import { type ContractDraftInput, instrumentOf } from "./contract-input.ts"
import { CONTRACT_ORDER, estimateAskOf, refusalAtOnce } from "./contract-order.ts"
import { freshLiquidation, marginAt } from "./leverage.model.ts"
import { sizeLimit } from "./use-contract-ticket.ts"

const contractMarketExample = {
  ...marketExamples.contractMarkets.response.rows[0],
  ...{ lot: "0.001", minQuantity: "0.001", maxQuantity: "1000.000", maxMarketQuantity: "100.000" },
} as unknown as ContractMarket
const instrument = instrumentOf(contractMarketExample)
const terms = {
  ...{ leverage: 20, isIsolated: false, isHedge: false, limit: "30000000" },
  ...{ maker: 20_000n, taker: 50_000n },
}

function input(
  form: Partial<ContractDraftInput["form"]> = {},
  change: Partial<Omit<ContractDraftInput, "form">> = {},
): ContractDraftInput {
  return {
    form: {
      ...{ side: "buy", type: "limit", validity: "gtc", isPostOnly: false, isReduceOnly: false },
      ...{ price: "50000.0", stop: "", amount: "0.100", unit: "base" },
      ...form,
    },
    instrument,
    prices: { bestBid: 499_999, bestAsk: 500_001, last: 500_000, mark: unitsOf("50000") as bigint as Price8 },
    ladder: { bids: [499_999, 100_000], asks: [500_001, 100_000] },
    mark: ".",
    terms,
    opposite: 0n as Amount,
    held: FLAT,
    free: unitsOf("1000"),
    judged: undefined,
    ...change,
  }
}
const draft = (...given: Parameters<typeof input>) => draftOf(input(...given), CONTRACT_ORDER)
const judged = (change: Partial<Estimate>) => ({ refusal: "", cost: "1", free: "0.5", ...change }) as Estimate
const nameOf = ({ wrong }: ReturnType<typeof draft>) =>
  wrong?.problem.kind === "refusal" ? wrong.problem.problem.name : wrong?.problem.kind

describe("what an order costs (P11)", () => {
  test("is its margin at the leverage, what it would lose against the mark, and the taker's fee", () => {
    expect(formatAmount(draft().preview?.hold.amount ?? 0n)).toBe("252.5")
    const dear = draft({ price: "50000.1" }).preview
    expect(formatAmount(dear?.margin.openLoss ?? 0n)).toBe("0.01")
  })

  test("is nothing for what only closes", () => {
    const short = { opposite: unitsOf("0.1") }
    expect(draft({}, short).preview?.hold.amount).toBe(0n)
    expect(formatAmount(draft({ amount: "0.200" }, short).preview?.hold.amount ?? 0n)).toBe("252.5")
    expect(draft({ isReduceOnly: true }).preview?.hold.amount).toBe(0n)
  })

  test.each([10, 50, 100])(
    "%d %% of what is free opens as much as that margin pays for, and not a lot more",
    (percent) => {
      for (const type of ["limit", "market"] as const) {
        const made = input({ type, amount: "" })
        const amount = CONTRACT_ORDER.share(made, readOrder(made).order, percent) ?? "0"
        const budget = (unitsOf("1000") * BigInt(percent)) / 100n
        const costOf = (text: string) => draft({ type, amount: text }).preview?.hold.amount ?? 0n
        expect(costOf(amount)).toBeLessThanOrEqual(budget)
        expect(costOf(formatAmount(unitsOf(amount) + instrument.lot))).toBeGreaterThan(budget)
      }
    },
  )

  test("of a reduce-only order, a share is one of the position", () => {
    const made = input({ isReduceOnly: true, amount: "" }, { opposite: unitsOf("0.301") })
    const { order } = readOrder(made)
    expect(CONTRACT_ORDER.share(made, order, 100)).toBe("0.301")
    expect(CONTRACT_ORDER.share(made, order, 50)).toBe("0.150")
  })
})

describe("the order that is sent", () => {
  test("has the fields of its type, and no budget", () => {
    expect(draft().request).toEqual({
      ...{ instrument: instrument.id, side: "buy", type: "limit", timeInForce: "gtc" },
      ...{ price: "50000.0", quantity: "0.100" },
    })
    expect(draft({ type: "market", unit: "quote", amount: "5001" }).request).toEqual({
      ...{ instrument: instrument.id, side: "buy", type: "market", timeInForce: "ioc", quantity: "0.100" },
    })
  })

  test("of a stop has what it waits for, and its distance as a rate", () => {
    const stop = { type: "stop-market", stop: "51000", price: "9", stopSource: "mark" } as const
    expect(draft(stop).request).toEqual({
      ...{ instrument: instrument.id, side: "buy", type: "stop-market", timeInForce: "ioc" },
      ...{ stopPrice: "51000.0", stopSource: "mark", quantity: "0.100" },
    })
    const trail = { type: "trailing-stop", distance: "1.5", stopSource: "last" } as const
    expect(draft({ ...trail, side: "sell" }).request).toEqual({
      ...{ instrument: instrument.id, side: "sell", type: "trailing-stop", timeInForce: "ioc" },
      ...{ stopSource: "last", distance: "0.015", quantity: "0.100" },
    })
    expect(draft({ ...trail, stop: "52000" }).request).toMatchObject({ stopPrice: "52000.0" })
    expect(draft({ ...trail, distance: "" }).request).toBeUndefined()
    expect(draft({ ...stop, stop: "" }).request).toBeUndefined()
  })

  test("of a stop by market in the quote currency is as many lots as it pays for at the stop", () => {
    const stop = { type: "stop-market", unit: "quote", amount: "5100", stop: "51000" } as const
    expect(draft(stop).request).toMatchObject({ quantity: "0.100" })
    expect(draft(stop).preview?.turnover).toBe(unitsOf("5100"))
  })

  test.each([
    ["buy", false, "long"],
    ["sell", false, "short"],
    ["buy", true, "short"],
    ["sell", true, "long"],
  ] as const)(
    "in hedge mode, %s with reduce-only %s is for the %s position",
    (side, isReduceOnly, positionSide) => {
      const hedge = { terms: { ...terms, isHedge: true }, opposite: unitsOf("1") }
      expect(draft({ side, isReduceOnly }, hedge).request).toMatchObject({ positionSide })
    },
  )

  test("that ends the whole position needs no minimum", () => {
    const tiny = { amount: "0.001", price: "2000.0" }
    expect(nameOf(draft({ ...tiny, price: "50000.0" }))).toBeUndefined()
    const prices = {
      ...input().prices,
      bestBid: 19_999,
      bestAsk: 20_001,
      mark: unitsOf("2000") as bigint as Price8,
    }
    expect(nameOf(draft(tiny, { prices }))).toBe("MIN_NOTIONAL")
    expect(nameOf(draft(tiny, { prices, opposite: unitsOf("0.001") }))).toBeUndefined()
  })
})

describe("a refusal is said before it is sent", () => {
  test("of margin and size as the engine said it of this order, with the numbers", () => {
    const short = draft({}, { judged: judged({ refusal: "INSUFFICIENT_MARGIN" }) })
    expect(short.wrong).toMatchObject({
      field: "amount",
      problem: { problem: { values: { needed: "1", available: "0.5", currency: "USDT" } } },
    })
    expect(short.request).toBeUndefined()
    expect(nameOf(draft({}, { judged: judged({ refusal: "TIER_LIMIT" }) }))).toBe("TIER_LIMIT")
    expect(draft({}, { judged: judged({}) }).request).toBeDefined()
  })

  test("of a reduce-only order without a position at once", () => {
    expect(nameOf(draft({ isReduceOnly: true }))).toBe("REDUCE_ONLY_NO_POSITION")
  })

  test("of a stop on the price that it waits for, be it last or mark, and of no other", () => {
    const stop = { type: "stop-market", stop: "50000" } as const
    expect(draft(stop).wrong).toMatchObject({ field: "stop" })
    expect(nameOf(draft(stop))).toBe("STOP_WOULD_TRIGGER")
    const prices = { ...input().prices, mark: unitsOf("50001") as bigint as Price8 }
    expect(nameOf(draft({ ...stop, stopSource: "mark" }, { prices }))).toBeUndefined()
    expect(nameOf(draft({ ...stop, stop: "50001", stopSource: "mark" }, { prices }))).toBe(
      "STOP_WOULD_TRIGGER",
    )
    expect(nameOf(draft({ type: "trailing-stop", distance: "1", stop: "50000" }))).toBeUndefined()
  })

  test.each([
    ["0.09", "DISTANCE_RANGE", "0.1"],
    ["0", "DISTANCE_RANGE", "0.1"],
    ["-1", "DISTANCE_RANGE", "0.1"],
    ["50.1", "DISTANCE_RANGE", "50"],
    ["1.2345678", "PRECISION", "1.234567"],
    ["one", "unreadable", undefined],
  ])("of a distance of %s %%", (distance, name, mend) => {
    const found = draft({ type: "trailing-stop", distance })
    expect(nameOf(found)).toBe(name)
    expect(found.wrong).toMatchObject({ field: "distance" })
    expect(found.wrong?.mend).toBe(mend)
    expect(found.request).toBeUndefined()
  })

  test("of margin and position not yet for a stop, which is asked for them when it fires (S9)", () => {
    const stop = { type: "stop-market", stop: "51000" } as const
    const short = { judged: judged({ refusal: "INSUFFICIENT_MARGIN" }) }
    expect(draft(stop, short).request).toBeDefined()
    expect(refusalAtOnce(input(stop, short))?.name).toBe("INSUFFICIENT_MARGIN")
    expect(draft({ ...stop, isReduceOnly: true }).request).toMatchObject({ reduceOnly: true })
  })

  test("and the engine is asked about complete orders only", () => {
    const incomplete = input({ price: "" })
    expect(estimateAskOf(incomplete, readOrder(incomplete).order)).toBeUndefined()
    const made = input({ isReduceOnly: true })
    expect(estimateAskOf(made, readOrder(made).order)).toEqual({
      ...{ instrument: instrument.id, side: "buy", price: "50000.0", quantity: "0.100", reduceOnly: true },
    })
  })
})

describe("what a leverage means", () => {
  test("is the cap of the highest tier that allows it (P14)", () => {
    expect(sizeLimit(contractMarketExample, 125)).toBe("100000")
    expect(sizeLimit(contractMarketExample, 20)).toBe("30000000")
    expect(sizeLimit(contractMarketExample, 1)).toBe("200000000")
  })

  test("is the margin of an order, and how near a fresh position would be liquidated", () => {
    expect(formatAmount(marginAt(unitsOf("5000"), 20))).toBe("250")
    // (1/50 − 0.4 %) / (1 − 0.4 %): P25 at the first tier.
    expect(freshLiquidation(contractMarketExample, 50, input())).toBe(1.6)
  })
})

describe("a stop that closes the whole position (S9)", () => {
  const closing: Partial<ContractDraftInput["form"]> = {
    ...{ type: "stop-market", stop: "48000.0", amount: "7", side: "sell" },
    ...{ closesPosition: true, isReduceOnly: true },
  }
  const long = { opposite: unitsOf("0.25") }

  test("is sent without an amount, whatever was typed, and is counted as large as the position is now", () => {
    const { request, preview } = draft(closing, long)
    expect(request).toMatchObject({ type: "stop-market", closePosition: true, stopPrice: "48000.0" })
    for (const field of ["quantity", "reduceOnly", "takeProfit"]) expect(request).not.toHaveProperty(field)
    expect([preview?.lots, formatAmount(preview?.turnover ?? 0n)]).toEqual([250, "12000"])
    expect(preview?.hold.amount).toBe(0n)
    const trail = draft({ ...closing, type: "trailing-stop", distance: "1.5", stop: "" }, long)
    expect(trail.request).toMatchObject({ closePosition: true, distance: "0.015" })
  })

  test("names the position that it closes in hedge mode", () => {
    const hedge = { terms: { ...terms, isHedge: true }, ...long }
    expect(draft(closing, hedge).request).toMatchObject({ side: "sell", positionSide: "long" })
  })

  test("needs a position, and its price; of other types the choice says nothing", () => {
    expect(nameOf(draft(closing))).toBe("REDUCE_ONLY_NO_POSITION")
    expect(draft({ ...closing, stop: "" }, long).request).toBeUndefined()
    const limit = draft({ ...closing, type: "limit", isReduceOnly: false, amount: "0.1" }, long).request
    expect(limit).toMatchObject({ quantity: "0.100" })
    expect(limit).not.toHaveProperty("closePosition")
  })
})
