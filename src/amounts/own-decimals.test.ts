/** Are own amounts cut by one rule, and never to more than there is? */

import { expect, test } from "vitest"
import { cutDecimal, ownDecimals, raiseDecimal } from "./own-decimals.ts"

const catalogue = {
  all: [
    { base: "BTC", quote: "USDT", lot: "0.00001" },
    { base: "SOL", quote: "USDT", lot: "0.01" },
    { base: "SOL", quote: "BTC", lot: "0.001" },
    { base: "SHIB", quote: "USDT", lot: "1" },
  ],
}

test.each([
  ["USDT", 2],
  ["BTC", 5],
  ["SOL", 3],
  ["SHIB", 0],
  ["NONE", undefined],
])("%s is shown with its own decimals: %s", (currency, decimals) => {
  expect(ownDecimals(currency, catalogue)).toBe(decimals)
  expect(ownDecimals(currency, null)).toBeUndefined()
})

test.each([
  ["9035.85576676", 2, "9035.85"],
  ["-9035.85976676", 2, "-9035.85"],
  ["10000.00", 2, "10000.00"],
  ["10000", 2, "10000"],
  ["0.00123456", 2, "0.00123"],
  ["0.99999999", 2, "0.999"],
  ["0.00", 2, "0.00"],
  ["12.75", 0, "12"],
  ["12.75", undefined, "12.75"],
])("%s cut to %s decimals is %s", (text, decimals, shown) => {
  expect(cutDecimal(text, decimals)).toBe(shown)
})

test.each([
  ["67.28112", 2, "67.29"],
  ["99.99100001", 2, "100.00"],
  ["67.2800", 2, "67.28"],
  ["0.00123456", 2, "0.00124"],
  ["0.99999999", 2, "1.000"],
  ["12.01", 0, "13"],
  ["12.75", undefined, "12.75"],
])("%s of a cost with %s decimals is %s", (text, decimals, shown) => {
  expect(raiseDecimal(text, decimals)).toBe(shown)
})
