/** A target is read alike as a price, a percentage and an amount of money, for all of a position and for parts. */

import { describe, expect, test } from "vitest"
import { type Position, positionExample, type TargetPair } from "#core/wire/contract.ts"
import {
  convertTarget,
  draftOf,
  type PairChoice,
  partPairs,
  readTargets,
  type TargetDraft,
  type TargetsDraft,
} from "./targets.model.ts"

const scene = { tick: 10_000_000n, lot: 100_000n, decimalMark: "." as const }
/** A long of 0.020 at 60,000. */
const long = {
  ...positionExample,
  ...{ quantity: "0.020", cost: "1200", entryPrice: "60000", targets: [] },
} as unknown as Position
const short: Position = { ...long, side: "short", cost: "-1200" }
const none: TargetDraft = { unit: "price", value: "", source: "mark", type: "market", limit: "" }
const draft = (change: Partial<TargetsDraft>): TargetsDraft => ({
  ...{ amount: "", takeProfit: none, stopLoss: none },
  ...change,
})
const by = (unit: TargetDraft["unit"], value: string): TargetDraft => ({ ...none, unit, value })
const read = (position: Position, change: Partial<TargetsDraft>, choice: PairChoice = "whole") =>
  readTargets(position, { choice, draft: draft(change) }, scene)

describe("the same target, typed three ways", () => {
  test.each([
    ["a long's profit", long, "takeProfit", "61200.0", "2", "24", "24"],
    ["a long's loss", long, "stopLoss", "58800.0", "2", "24", "-24"],
    ["a short's profit", short, "takeProfit", "58800.0", "2", "24", "24"],
    ["a short's loss", short, "stopLoss", "61200.0", "2", "24", "-24"],
  ] as const)("%s", (_, position, name, price, percent, money, realised) => {
    for (const typed of [by("price", price), by("percent", percent), by("money", money)]) {
      const reading = read(position, { [name]: typed })[name]
      expect(Number(reading.price)).toBe(Number(price))
      expect(reading.realised).toBe(realised)
      expect(reading.terms).toEqual({ price: reading.price, source: "mark" })
    }
    const reading = read(position, { [name]: by("price", price) })[name]
    expect(convertTarget(position, { name, unit: "percent" }, reading)).toBe("2")
    expect(convertTarget(position, { name, unit: "money" }, reading)).toBe("24")
  })

  test.each([
    ["a long's", long, "takeProfit", "61200.0", "61100.0", "22"],
    ["a long's, which turns it into a loss,", long, "takeProfit", "61200.0", "59000.0", "-20"],
    ["a short's", short, "stopLoss", "61200.0", "61300.0", "-26"],
  ] as const)(
    "the limit of %s target doesn't move its price when the unit changes",
    (_, position, name, price, limit, realised) => {
      const limited = { ...by("price", price), type: "limit", limit } as const
      const before = read(position, { [name]: limited })[name]
      expect(before.realised).toBe(realised)
      for (const unit of ["percent", "money"] as const) {
        const value = convertTarget(position, { name, unit }, before)
        const after = read(position, { [name]: { ...limited, unit, value } })[name]
        expect(Number(after.price)).toBe(Number(price))
        expect(after.realised).toBe(realised)
      }
    },
  )

  test("beside a rounded entry, what would realise nothing is no amount of money", () => {
    const rounded = { ...long, entryPrice: "59999.9" }
    const reading = read(rounded, { takeProfit: by("price", "60000.0") }).takeProfit
    expect(convertTarget(rounded, { name: "takeProfit", unit: "money" }, reading)).toBe("")
  })

  test("money counts for the part that it is for", () => {
    const { takeProfit, request } = read(long, { amount: "0.005", takeProfit: by("money", "6") }, "further")
    expect(takeProfit).toMatchObject({ price: "61200", realised: "6" })
    expect(request).toEqual({ quantity: "0.005", takeProfit: { price: "61200", source: "mark" } })
  })

  test("a stop that keeps a profit has no percentage of loss", () => {
    const reading = read(long, { stopLoss: by("price", "60500.0") }).stopLoss
    expect(convertTarget(long, { name: "stopLoss", unit: "percent" }, reading)).toBe("")
    expect(convertTarget(long, { name: "stopLoss", unit: "price" }, reading)).toBe("60500.0")
  })
})

describe("what can't be sent", () => {
  test.each<[string, Partial<TargetsDraft>, PairChoice]>([
    ["nothing typed", {}, "whole"],
    ["a part without its amount", { takeProfit: by("price", "61000.0") }, "further"],
    ["more than there is", { amount: "0.021", takeProfit: by("price", "61000.0") }, "further"],
    ["a price off its step", { takeProfit: by("price", "61000.05") }, "whole"],
    ["a loss of all and more", { stopLoss: by("percent", "100") }, "whole"],
    ["a limit that isn't typed", { takeProfit: { ...by("price", "61000.0"), type: "limit" } }, "whole"],
    ["one side wrong", { takeProfit: by("price", "61000.0"), stopLoss: by("percent", "x") }, "whole"],
  ])("%s", (_, change, choice) => {
    expect(read(long, change, choice).request).toBeUndefined()
  })

  test("each says what is wrong", () => {
    expect(read(long, { amount: "0.021" }, "further").problem).toEqual({ kind: "too-much" })
    expect(read(long, { stopLoss: by("percent", "100") }).stopLoss.problem).toEqual({ kind: "no-price" })
    const limit = { ...by("price", "61000.0"), type: "limit" as const, limit: "x" }
    expect(read(long, { takeProfit: limit }).takeProfit.limitProblem).toEqual({ kind: "unreadable" })
  })
})

test("a limit is what it realises at worst, and goes along", () => {
  const target = { ...by("price", "61000.0"), source: "last", type: "limit", limit: "60900.0" } as const
  const { takeProfit, request } = read(long, { takeProfit: target })
  expect(takeProfit.realised).toBe("18")
  expect(request).toEqual({ takeProfit: { price: "61000.0", source: "last", limit: "60900.0" } })
})

test("a part is sent with its id, and reads as it stands", () => {
  const pair = {
    ...{ id: 5, quantity: "0.005", takeProfit: null },
    stopLoss: { price: "58800.0", source: "last", limit: "" },
  } as unknown as TargetPair
  const position = { ...long, targets: [pair] }
  const typed = draftOf(pair, (text) => text)
  expect(typed).toMatchObject({ amount: "0.005", stopLoss: { value: "58800.0", source: "last" } })
  expect(partPairs(position)).toEqual([pair])
  expect(readTargets(position, { choice: 5, draft: typed }, scene)).toMatchObject({
    percent: 25,
    request: { pair: 5, quantity: "0.005", stopLoss: { price: "58800.0", source: "last" } },
  })
})
