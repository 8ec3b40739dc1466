/** Is a listing's day the same wherever it is read, and unknown where it is? */

import { expect, test } from "vitest"
import { listingDate } from "./listing-date.ts"

test.each([
  ["en", "17 Nov 2026"],
  ["de", "17.11.2026"],
  ["pl", "17 lis 2026"],
  ["pt", "17/11/2026"],
  ["zh", "2026年11月17日"],
])("in %s it is %s", (language, text) => {
  expect(listingDate(Date.UTC(2026, 10, 17), language)).toBe(text)
})

test("while it isn't known there is none", () => {
  expect(listingDate(0, "en")).toBe("–")
})
