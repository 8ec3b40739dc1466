/** Rates are shown exactly as percent, and rows stand in the order asked for. */

import { expect, test } from "vitest"
import type { QuantityText } from "#core/money/units.ts"
import { type FundingRow, orderBy, orderFunding, ratePercent } from "./funding.model.ts"

test.each([
  ["0.0001", 4, "+0.0100\u202f%"],
  ["-0.00012345", 4, "−0.0123\u202f%"],
  ["0.0000005", 4, "+0.0001\u202f%"],
  ["-0.0000004", 4, "0.0000\u202f%"],
  ["0", 4, "0.0000\u202f%"],
  ["0.1095", 2, "+10.95\u202f%"],
  ["12.5", 2, "+1,250.00\u202f%"],
  ["", 4, "–"],
] as const)("%s with %i decimals is %s", (rate, decimals, text) => {
  expect(ratePercent(rate, decimals, "en")).toBe(text)
})

const row = (name: string, of: Partial<FundingRow>): FundingRow => ({
  ...{ instrument: `${name}_USDT_PERP`, rate: "0", nextFunding: 0, fundingHours: 8, yearly: "0" },
  ...{ average8h: "", average1d: "", average7d: "", openInterest: "0" as QuantityText, openValue: "" },
  ...of,
})
const rows = [
  row("B", { rate: "0.0001", openValue: "9", nextFunding: 5 }),
  row("A", { rate: "-0.0003", openValue: "10000000000.5" }),
  row("C", { rate: "0.0001", average7d: "0.00001", nextFunding: 2 }),
]
const names = (sort: Parameters<typeof orderBy>[1], direction: "up" | "down") =>
  orderFunding(rows, { sort, direction })
    .map(({ instrument }) => instrument[0])
    .join("")

test.each([
  ["rate", "down", "BCA"],
  ["rate", "up", "ABC"],
  ["openValue", "down", "ABC"],
  ["openValue", "up", "BAC"],
  ["average7d", "up", "CAB"],
  ["average7d", "down", "CAB"],
  ["nextFunding", "up", "CBA"],
  ["instrument", "down", "CBA"],
] as const)("by %s %s: %s, what is unknown last", (sort, direction, order) => {
  expect(names(sort, direction)).toBe(order)
})

test("a head begins with what one looks for and turns round when it is pressed again", () => {
  const first = orderBy({ sort: "openValue", direction: "down" }, "rate")
  expect(first).toEqual({ sort: "rate", direction: "down" })
  expect(orderBy(first, "rate")).toEqual({ sort: "rate", direction: "up" })
  expect(orderBy(first, "nextFunding")).toEqual({ sort: "nextFunding", direction: "up" })
})
