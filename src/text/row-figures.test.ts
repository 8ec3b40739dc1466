/** Are prices and moments of a list's rows written as design.md says? */

import { expect, test } from "vitest"
import { priceFigure } from "./price-figure.ts"
import { rowMoment } from "./row-moment.ts"

test.each([
  ["67284.10", "en", "67,284.10"],
  ["67284.10", "de", "67.284,10"],
  ["0.000008712", "en", "0.0{5}8712"],
  ["0.000008712", "de", "0,0{5}8712"],
  ["0.0012", "en", "0.0012"],
])("%s in %s is %s", (text, language, shown) => {
  expect(priceFigure(text, language)).toBe(shown)
})

test("today is told by the second, what was before by its day", () => {
  const noon = new Date(2026, 10, 21, 12, 0, 5).getTime()
  expect(rowMoment(noon, noon + 60_000, "en")).toBe("12:00:05")
  expect(rowMoment(noon, noon + 86_400_000, "de")).toMatch(/21\. Nov.*12:00/)
})
