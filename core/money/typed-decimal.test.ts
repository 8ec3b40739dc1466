/** Typed numbers are understood, and refused where they could mean two numbers. */

import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { formatAmount, parseAmount } from "./steps.ts"
import { type DecimalMark, readTyped, readTypedAmount, readTypedSteps } from "./typed-decimal.ts"

test.each<[string, DecimalMark, string]>([
  ["67283", ".", "67283"],
  ["67283.5", ".", "67283.5"],
  ["67283,5", ".", "67283.5"],
  ["67283.5", ",", "67283.5"],
  ["0,0190", ".", "0.0190"],
  [".5", ".", "0.5"],
  [",5", ".", "0.5"],
  ["5.", ".", "5"],
  ["007", ".", "7"],
  ["0,123", ".", "0.123"],
  ["1234,567", ".", "1234.567"],
  ["1,23", ".", "1.23"],
  ["1,2345", ".", "1.2345"],
  ["67,284.1", ".", "67284.1"],
  ["67.284,1", ".", "67284.1"],
  ["67,284.1", ",", "67284.1"],
  ["1,234,567", ".", "1234567"],
  ["1.234.567", ".", "1234567"],
  ["1.234.567,89", ".", "1234567.89"],
  ["1.234", ".", "1.234"],
  ["1,234", ",", "1.234"],
  [" 12 ", ".", "12"],
  ["67 284,10", ".", "67284.10"],
  ["67\u202f284,10", ",", "67284.10"],
  ["67'284.10", ".", "67284.10"],
  ["67 284,105", ".", "67284.105"],
  ["１２．５", ".", "12.5"],
  ["10k", ".", "10000"],
  ["10 K", ".", "10000"],
  ["1.5k", ".", "1500"],
  ["1,5k", ",", "1500"],
  ["0.00012345k", ".", "0.12345"],
  ["2.5M", ".", "2500000"],
  ["1.2345678m", ".", "1234567.8"],
  ["1,234,567k", ".", "1234567000"],
  [".5k", ".", "500"],
  ["0k", ".", "0"],
])("%j on a page with %s is %s", (typed, mark, text) => {
  expect(readTyped(typed, mark)).toEqual({ kind: "number", text })
})

test.each<[string, DecimalMark, string, string]>([
  ["1,234", ".", "1234", "1.234"],
  ["67,283", ".", "67283", "67.283"],
  ["1.234", ",", "1234", "1.234"],
  ["123.456", ",", "123456", "123.456"],
  ["1,234k", ".", "1234000", "1234"],
])("%j on a page with %s could be two numbers", (typed, mark, whole, decimal) => {
  expect(readTyped(typed, mark)).toEqual({ kind: "ambiguous", whole, decimal })
})

test.each([
  "1e5",
  "-1",
  "+1",
  "abc",
  "1.2.3",
  "12,34.5",
  "1,234.5.6",
  "1,23,456",
  ".",
  ",",
  "1 2",
  "0x10",
  "1,2,3",
  "1".repeat(41),
  "∞",
  "k",
  "10kk",
  "10km",
  "1k2",
  "k10",
  "1.2.3k",
  "10t",
])("%j is no number", (typed) => {
  for (const mark of [".", ","] as const) expect(readTyped(typed, mark)).toEqual({ kind: "wrong" })
})

test("nothing is nothing, not zero", () => {
  expect(readTyped("", ".")).toEqual({ kind: "empty" })
  expect(readTyped("   ", ",")).toEqual({ kind: "empty" })
})

describe("a number written with the page's own marks", () => {
  test("is read as exactly that number, grouped or not", () => {
    const units = fc.bigInt({ min: 0n, max: 10n ** 21n })
    fc.assert(
      fc.property(units, fc.constantFrom<DecimalMark>(".", ","), fc.boolean(), (amount, mark, isGrouped) => {
        const [whole = "", fraction] = formatAmount(amount, 1).split(".")
        const group = mark === "." ? "," : "."
        const shown = isGrouped ? whole.replace(/\B(?=(\d{3})+$)/g, group) : whole
        const read = readTyped(`${shown}${mark}${fraction}`, mark)
        expect(read.kind).toBe("number")
        expect(read.kind === "number" && parseAmount(read.text)).toEqual({ ok: true, value: amount })
      }),
    )
  })
})

describe("a price or quantity", () => {
  const tick = 10_000_000n
  test.each([
    ["67283,5", { kind: "number", steps: 672_835, text: "67283.5" }],
    ["5", { kind: "number", steps: 50, text: "5.0" }],
    ["5.00", { kind: "number", steps: 50, text: "5.0" }],
    ["", { kind: "empty" }],
    ["0.0", { kind: "zero" }],
    ["1,234", { kind: "ambiguous", whole: "1234", decimal: "1.234" }],
    ["67283.57", { kind: "too-fine", below: "67283.5" }],
    ["67283.123456789", { kind: "too-fine", below: "67283.1" }],
    ["0.05", { kind: "too-fine", below: undefined }],
    ["999999999999999", { kind: "too-large" }],
    ["five", { kind: "wrong" }],
  ])("%j is read in whole steps", (typed, read) => {
    expect(readTypedSteps(typed, ".", tick)).toEqual(read)
  })
})

describe("an amount of money", () => {
  test.each([
    ["0,5", { kind: "number", units: 50_000_000n, text: "0.5" }],
    ["0.1000000000", { kind: "number", units: 10_000_000n, text: "0.10000000" }],
    ["0.123456789", { kind: "too-fine", below: "0.12345678" }],
    ["0", { kind: "zero" }],
    ["1000000000000000", { kind: "too-large" }],
  ])("%j is read in 1e-8", (typed, read) => {
    expect(readTypedAmount(typed, ".")).toEqual(read)
  })
})
