/** What can be bought of a product, and what a typed amount is worth. */

import { describe, expect, test } from "vitest"
import { unitsOf } from "#core/money/steps.ts"
import { type AiHolding, type AiProduct, aiHoldingExample, aiProductExample } from "#core/wire/ai.ts"
import { amountAt, readBuy, roomOf, saleOf, shareOfMost, soldPercent, withEnded } from "./ai.model.ts"

/** From 50 to 20,000 USDT for each person, 1,000 are held; 317,500 are left of the issue. */
const product = aiProductExample
const issue = product.issue as NonNullable<AiProduct["issue"]>
const nearlySold = { ...product, issue: { ...issue, sold: "499700" } }

describe("room", () => {
  test.each([
    ["500", "500", "available", product],
    ["50000", "19000", "own", product],
    ["50000", "300", "issue", nearlySold],
    ["0", "0", "available", product],
  ] as const)("with %s available at most %s can be bought, by %s", (available, most, by, of) => {
    expect(roomOf(of, available)).toMatchObject({ most: unitsOf(most), by })
  })

  test("is nothing of an issue that has ended, and where none was opened", () => {
    expect(roomOf({ ...product, issue: { ...issue, state: "ended" } }, "500").most).toBe(0n)
    expect(roomOf({ ...product, issue: null }, "500").most).toBe(0n)
  })

  test("isn't below nothing where more is held than may be by now", () => {
    expect(roomOf({ ...product, own: "25000" }, "500")).toMatchObject({ most: 0n, by: "own" })
  })

  test("isn't limited by money that isn't known", () => {
    expect(roomOf(product, undefined)).toMatchObject({ most: unitsOf("19000"), by: "own" })
  })
})

describe("what is typed", () => {
  const room = roomOf(product, "500")
  test.each([
    ["", { kind: "empty" }],
    ["50", { kind: "fine", text: "50", units: unitsOf("50") }],
    ["500", { kind: "fine", text: "500", units: unitsOf("500") }],
    ["49.99999999", { kind: "least", limit: unitsOf("50") }],
    ["500.00000001", { kind: "beyond", limit: unitsOf("500"), by: "available" }],
    ["0", { kind: "zero" }],
    ["-5", { kind: "wrong" }],
    ["1e3", { kind: "wrong" }],
    ["1,000", { kind: "ambiguous", whole: "1000", decimal: "1.000" }],
    ["50.000000001", { kind: "decimals" }],
  ] as const)("%s", (typed, reading) => {
    expect(readBuy(typed, ".", product, room)).toMatchObject(reading)
  })
})

test("the slider stands where the amount is, and its amounts are cut to cents", () => {
  expect(shareOfMost(unitsOf("125"), unitsOf("500"))).toBe(25)
  expect(shareOfMost(unitsOf("900"), unitsOf("500"))).toBe(100)
  expect(shareOfMost(1n, 0n)).toBe(0)
  expect(amountAt(25, unitsOf("333.33"))).toBe("83.33")
  expect(amountAt(100, unitsOf("333.33333333"))).toBe("333.33333333")
  expect(amountAt(50, unitsOf("0.0005"))).toBe("0.00025")
})

test("an issue isn't sold whole before it is", () => {
  expect(soldPercent({ size: "1000", sold: "999.99" })).toBe(99)
  expect(soldPercent({ size: "1000", sold: "1000" })).toBe(100)
})

test("a product without anything left is sold out, whatever it says itself", () => {
  expect(saleOf(product)).toBe("on-sale")
  expect(saleOf({ ...product, issue: { ...issue, sold: issue.size } })).toBe("sold-out")
  expect(saleOf({ ...product, issue: null })).toBe("draft")
  expect(saleOf({ ...product, state: "closed" })).toBe("closed")
})

test("what ended since stands once, before what ended earlier", () => {
  const row = (id: number, sequence: number) => ({ ...aiHoldingExample, id, sequence }) as AiHolding
  const read = [row(1, 10), row(2, 9)]
  expect(withEnded(read, [row(3, 12), row(1, 10)]).map(({ id }) => id)).toEqual([3, 1, 2])
  expect(withEnded(read, [row(1, 10)])).toBe(read)
})
