/** Converted values are exact, rounded down, and never guessed. */

import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { Decimal } from "./decimal.ts"
import { placesOf, ratesOf, valueText, worthIn, worthText } from "./worth.ts"

const rates = ratesOf([
  { currency: "USDT", rate: "1" },
  { currency: "BTC", rate: "67284.1" },
  { currency: "ETH", rate: "3318.42" },
  { currency: "PEPE", rate: "0.000008712" },
  { currency: "GONE", rate: "" },
  { currency: "ODD", rate: "0" },
])

describe("worth", () => {
  test.each([
    ["USDT", "BTC", "0.1684", "11330.64244"],
    ["USDT", "PEPE", "12400000", "108.0288"],
    ["USDT", "USDT", "8440.94", "8440.94"],
    ["BTC", "BTC", "0.1684", "0.1684"],
    ["USDT", "GONE", "0", "0"],
  ])("in %s of %s %s is %s", (target, currency, amount, worth) => {
    expect(worthIn(target, currency, amount, rates)?.toFixed()).toBe(worth)
  })

  test("goes through USDT to any other currency", () => {
    const worth = worthIn("ETH", "BTC", "1", rates)
    expect(worth?.toFixed(12)).toBe(new Decimal("67284.1").div("3318.42").toFixed(12))
  })

  test.each([
    ["USDT", "GONE"],
    ["USDT", "ODD"],
    ["USDT", "NEVER"],
    ["GONE", "BTC"],
  ])("in %s of %s isn't known", (target, currency) => {
    expect(worthIn(target, currency, "1", rates)).toBeNull()
  })

  test("of a sum in 1e-8 is exact where a float isn't", () => {
    const parts = ["0.1", "0.2", "9007199254740993.00000001"]
    const sum = parts.map((part) => worthIn("USDT", "USDT", part, rates) ?? new Decimal(0))
    expect(sum.reduce((total, part) => total.plus(part)).toFixed()).toBe("9007199254740993.30000001")
  })
})

describe("a value's decimals", () => {
  test.each([
    ["USDT", 2],
    ["BTC", 7],
    ["ETH", 6],
    ["PEPE", 0],
    ["NEVER", 2],
  ])("in %s are %i", (currency, places) => {
    expect(placesOf(currency, rates)).toBe(places)
  })

  test("are cut, never rounded up", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), fc.nat(8), (units, places) => {
        const value = new Decimal(units.toString()).div("1e8")
        const shown = new Decimal(valueText(value, places))
        expect(shown.abs().lte(value.abs())).toBe(true)
        expect(value.minus(shown).abs().lt(new Decimal(10).pow(-places))).toBe(true)
      }),
    )
    expect(valueText(new Decimal("-0.001"), 2)).toBe("0.00")
    expect(valueText(new Decimal("0.999"), 2)).toBe("0.99")
  })

  test("are those of the currency that it is told in", () => {
    expect(worthText("USDT", "BTC", "0.1684", rates)).toBe("11330.64")
    expect(worthText("BTC", "USDT", "1000", rates)).toBe("0.0148623")
    expect(worthText("USDT", "GONE", "1", rates)).toBeNull()
  })
})
