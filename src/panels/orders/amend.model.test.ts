/** Is it said before sending what an amendment does: to the place in the queue, to what is frozen, to the order itself? */

import { expect, test } from "vitest"
import { type SpotOrder, spotOrderExample } from "#core/wire/trading.ts"
import { judgeAmend, stepTyped } from "./amend.model.ts"

const market = { tick: "0.01", lot: "0.00001", base: "BTC", quote: "USDT" } as Parameters<
  typeof judgeAmend
>[2]
const order = (fields: Partial<Record<keyof SpotOrder, unknown>> = {}) =>
  ({
    ...spotOrderExample,
    price: "60000.00",
    quantity: "0.10000",
    executed: "0.04000",
    ...fields,
  }) as SpotOrder
const judge = (price: string, quantity: string, fields = {}) =>
  judgeAmend(order(fields), { price, quantity }, market, ".")

test("nothing changed is nothing to send, however it is written", () => {
  expect(judge("60,000.00", "0.1")).toEqual({ place: "same", total: "6000.00" })
})

test("a smaller quantity alone keeps its place and frees what it no longer needs", () => {
  expect(judge("60000", "0.08")).toEqual({
    place: "keeps",
    wanted: { quantity: "0.08000" },
    total: "4800.00",
    heldMore: { amount: "-1200", currency: "USDT" },
  })
})

test.each([
  ["a new price", "60000.01", "0.1", { price: "60000.01" }, "0.0006"],
  ["a larger quantity", "60000", "0.11", { quantity: "0.11000" }, "600"],
  ["both", "50000", "0.2", { price: "50000.00", quantity: "0.20000" }, "4400"],
])("%s loses its place, and says what more is frozen", (_, price, quantity, wanted, amount) => {
  expect(judge(price, quantity)).toMatchObject({
    place: "loses",
    wanted,
    heldMore: { amount, currency: "USDT" },
  })
})

test("of a sell the base currency is frozen, whatever the price", () => {
  expect(judge("70000", "0.1", { side: "sell" }).heldMore).toBeUndefined()
  expect(judge("60000", "0.15", { side: "sell" }).heldMore).toEqual({ amount: "0.05", currency: "BTC" })
})

test("a total not above what has filled ends the order, and says so", () => {
  expect(judge("60000", "0.04")).toMatchObject({ place: "ends", wanted: { quantity: "0.04000" } })
})

test.each([
  ["60000.001", "0.1", "price", { kind: "refusal", problem: { name: "TICK", values: { tick: "0.01" } } }],
  [
    "60000",
    "0.000001",
    "quantity",
    { kind: "refusal", problem: { name: "LOT", values: { lot: "0.00001" } } },
  ],
  ["60000", "0", "quantity", { kind: "refusal", problem: { name: "WRONG_SIZE" } }],
  ["60,000", "0.1", "price", { kind: "ambiguous", typed: "60,000", whole: "60000", decimal: "60.000" }],
  ["6e4", "0.1", "price", { kind: "unreadable" }],
])("%s and %s can't be sent: the %s is at fault", (price, quantity, field, problem) => {
  const judgement = judge(price, quantity)
  expect(judgement.problem).toMatchObject({ ...problem, field })
  expect(judgement.wanted).toBeUndefined()
})

test("an empty field is not yet an answer, and no fault either", () => {
  expect(judge("", "0.1")).toEqual({ place: "same" })
})

test("arrow keys step what was typed, and stop before nothing", () => {
  expect(stepTyped("60000", 1, "0.01", ".")).toBe("60000.01")
  expect(stepTyped("0,02", -1, "0.01", ",")).toBe("0.01")
  expect(stepTyped("0.01", -1, "0.01", ".")).toBeUndefined()
  expect(stepTyped("x", 1, "0.01", ".")).toBeUndefined()
})
