/** Do figures keep every decimal in every language's marks? */

import { afterEach, expect, test } from "vitest"
import { LANGUAGES } from "#core/wire/language.ts"
import { formatLarge } from "./large-number.ts"
import { decimalIn, formatDecimal, formatNumber, setNumbers } from "./numbers.ts"

afterEach(() => setNumbers(undefined))

test.each([
  ["67284.1", "en", "67,284.1"],
  ["67284.1", "de", "67.284,1"],
  ["1234.50", "pl", "1234,50"],
  ["1234.50", "es", "1234,50"],
  ["67284.10", "fr", "67\u202f284,10"],
  ["67284.1", "zh", "67,284.1"],
  ["-0.000008712", "en", "\u22120.000008712"],
  ["123456789012345678901234567890.5", "en", "123,456,789,012,345,678,901,234,567,890.5"],
  ["--", "en", "--"],
  ["BTC", "de", "BTC"],
  ["1e-7", "en", "1e-7"],
])("%s in %s is %s", (text, language, expected) => {
  expect(formatDecimal(text, language)).toBe(expected)
})

test.each(LANGUAGES)("short numbers in %s are what the browser would write", (language) => {
  const browser = new Intl.NumberFormat(language, { maximumFractionDigits: 20 })
  for (const text of ["0", "7", "999", "0.1", "0.000001", "998.25"])
    expect(formatDecimal(text, language)).toBe(browser.format(text as Intl.StringNumericLiteral))
  expect(formatDecimal("0012.5", language)).toBe(browser.format(12.5))
})

test("a negative number has a real minus", () => {
  expect(formatNumber(-1234, "en")).toBe("\u22121,234")
})

test("numbers have the marks one chose, whatever language the words are in", () => {
  setNumbers("de")
  expect(formatDecimal("67284.10", "en")).toBe("67.284,10")
  expect(formatNumber(1234.5, "en")).toBe("1.234,5")
  expect(formatLarge("1921400000", "en")).toBe("1,92\u202fB")
  expect(decimalIn("67284.10", "en")).toBe("67,284.10")
  setNumbers(undefined)
  expect(formatDecimal("67284.10", "en")).toBe("67,284.10")
  expect(formatLarge("1921400000", "en")).toBe("1.92\u202fB")
})
