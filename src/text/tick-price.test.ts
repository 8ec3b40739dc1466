/** Prices of ticks: by their market's tick, and never so short that a difference is hidden. */

import { expect, test } from "vitest"
import { tickDecimals, tickDistance, tickPrice, tickPrices } from "./tick-price.ts"

test("a tick's price has the decimals of its market", () => {
  expect(tickDecimals("0.01")).toBe(2)
  expect(tickDecimals("1")).toBe(0)
  expect(tickPrice("67284.60000000", 1, "en")).toBe("67,284.6")
  expect(tickPrice("67284.65", 1, "de")).toBe("67.284,7")
  expect(tickPrice("0.00008712", 8, "en")).toBe("0.0{4}8712")
})

test("two prices that would look the same and aren't have every digit", () => {
  expect(tickPrices("100.001", "100.002", 1, "en")).toEqual(["100.001", "100.002"])
  expect(tickPrices("100.00", "100.000", 1, "en")).toEqual(["100.0", "100.0"])
  expect(tickPrices("100.1", "100.2", 1, "en")).toEqual(["100.1", "100.2"])
})

test("a distance of less than a tick isn't nothing", () => {
  expect(tickDistance("67284.6", "67271.2", 1, "en")).toBe("13.4")
  expect(tickDistance("67271.2", "67284.6", 1, "de")).toBe("13,4")
  expect(tickDistance("100.001", "100.003", 1, "en")).toBe("0.002")
  expect(tickDistance("100", "100.00", 1, "en")).toBe("0.0")
})
