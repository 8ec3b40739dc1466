/** Checks how prices of a list's rows are written. */

import { expect, test } from "vitest"
import { priceFigure } from "./price-figure.ts"

test.each([
  ["67284.10", "en", "67,284.10"],
  ["67284.10", "de", "67.284,10"],
  ["0.000008712", "en", "0.0{5}8712"],
  ["0.000008712", "de", "0,0{5}8712"],
  ["0.0012", "en", "0.0012"],
])("%s in %s is %s", (text, language, shown) => {
  expect(priceFigure(text, language)).toBe(shown)
})
