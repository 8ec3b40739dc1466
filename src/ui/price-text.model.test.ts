/** Is the marker of many zeros taken apart, and a plain number left alone? */

import { expect, test } from "vitest"
import { splitZeros } from "./price-text.model.ts"

test("the marker becomes a lead, a count and the figures", () => {
  expect(splitZeros("0.0{5}8712")).toEqual({ lead: "0.0", zeros: 5, rest: "8712", full: "0.000008712" })
})

test("the decimal mark and the sign of the language stay", () => {
  expect(splitZeros("−0,0{4}2218")?.full).toBe("−0,00002218")
})

test.each(["67,284.1", "0.5284", "–", ""])("%s is itself", (text) => {
  expect(splitZeros(text)).toBeUndefined()
})
