/** Prices are formatted by the display rule, for any input. */

import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { Decimal } from "./decimal.ts"
import { priceText } from "./price-text.ts"

describe("a price as text", () => {
  test.each([
    ["", ""],
    ["--", "--"],
    ["-- USDT", "-- USDT"],
    ["12--3", "12--3"],
    [null, ""],
    [undefined, ""],
    [Number.NaN, "--"],
    [Number.POSITIVE_INFINITY, "--"],
  ])("of nothing stays nothing: %j is %j", (value, text) => {
    expect(priceText(value)).toBe(text)
  })

  test.each([
    ["0.0000001234567890", "0.0000001234567890"],
    ["0.000000999999999", "0.000000999999999"],
    [".0000001", ".0000001"],
    ["1e-7", "0.0000001"],
    ["1.50e-12", "0.0000000000015"],
    [1e-7, "0.0000001"],
    [1.5e-9, "0.0000000015"],
    ["1E-20", `0.${"0".repeat(19)}1`],
  ])("below 0.000001 keeps every digit and no exponent: %j is %j", (value, text) => {
    expect(priceText(value)).toBe(text)
  })

  test.each([
    ["0.000001", "0.000001"],
    ["0.00000149", "0.00000149"],
    ["67284.10000", "67284.1"],
    ["67284.00", "67284"],
    ["100", "100"],
    ["1.234567885", "1.23456789"],
    ["1.234567884999", "1.23456788"],
    ["-1.234567885", "-1.23456789"],
    ["0.999999995", "1"],
    ["1e3", "1000"],
    ["1.5e+3", "1500"],
    ["+5.50", "5.5"],
    ["5.", "5"],
    [0.1 + 0.2, "0.3"],
    [1e21, "1000000000000000000000"],
    [123456789.12345679, "123456789.12345679"],
  ])("is rounded half away from zero to 8 decimals, without trailing zeros: %j is %j", (value, text) => {
    expect(priceText(value)).toBe(text)
  })

  test.each([
    ["0", "0"],
    ["-0", "0"],
    ["0.000", "0"],
    ["-0.000000001", "0"],
    ["-1e-30", "0"],
    [-0, "0"],
  ])("is never minus zero: %j is %j", (value, text) => {
    expect(priceText(value)).toBe(text)
  })

  test.each([
    ["67284.15", 1, "67284.2"],
    ["67284.14999", 1, "67284.1"],
    ["2.5", 0, "3"],
    ["-2.5", 0, "-3"],
    ["9.999", 2, "10"],
    ["0.0000005", 2, "0.0000005"],
  ])("%s to %d decimals is %s", (value, decimals, text) => {
    expect(priceText(value, decimals)).toBe(text)
  })

  test.each([
    "abc",
    " 1",
    "1,5",
    "0x1f",
    "0b11",
    "1_000",
    "Infinity",
    "NaN",
    "1e",
    "1e999999999",
    "1e-325",
    "9".repeat(65),
  ])("leaves alone what is no price: %s", (text) => {
    expect(priceText(text)).toBe(text)
  })

  test("never throws, never has an exponent where the text was a plain number, and is settled after one go", () => {
    const digits = fc.stringMatching(/^-?(0|[1-9]\d{0,12})(\.\d{1,20})?(e-?\d{1,2})?$/)
    fc.assert(
      fc.property(digits, fc.integer({ min: 0, max: 12 }), (value, decimals) => {
        const text = priceText(value, decimals)
        expect(text).toMatch(/^-?\d+(\.\d+)?$/)
        expect(text).not.toMatch(/^-0(\.0+)?$/)
        const exact = new Decimal(value)
        if (exact.gt(0) && exact.lt("0.000001")) {
          expect(new Decimal(text).eq(exact)).toBe(true)
          return
        }
        expect(new Decimal(text).minus(exact).abs().lte(new Decimal(10).pow(-decimals).div(2))).toBe(true)
        expect(priceText(text, decimals)).toBe(text)
        expect(text).not.toMatch(/\.\d*0$/)
      }),
      { numRuns: 500 },
    )
    fc.assert(fc.property(fc.string({ unit: "grapheme" }), (text) => typeof priceText(text) === "string"))
    fc.assert(fc.property(fc.double(), (value) => !priceText(value).includes("e")))
  })
})

describe("the decimal of formulas (U5)", () => {
  test("has 40 digits, rounds half away from zero and writes no exponent", () => {
    expect(new Decimal(1).div(3).toString()).toBe(`0.${"3".repeat(40)}`)
    expect(new Decimal("2.5").round().toString()).toBe("3")
    expect(new Decimal("-2.5").round().toString()).toBe("-3")
    expect(new Decimal("1e-30").toString()).toBe(`0.${"0".repeat(29)}1`)
    expect(new Decimal("1e30").toString()).toBe(`1${"0".repeat(30)}`)
  })
})
