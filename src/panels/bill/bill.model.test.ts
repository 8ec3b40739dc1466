/** Is the bill asked for exactly what the filters say? */

import { expect, test } from "vitest"
import {
  type BillFilter,
  directionOf,
  filtersOn,
  isBackwards,
  kindOf,
  NO_FILTER,
  numberedOf,
  pairOf,
  queryOf,
} from "./bill.model.ts"

const NOW = 1_785_000_000_000
const DAY = 86_400_000
const filter = (change: Partial<BillFilter>): BillFilter => ({ ...NO_FILTER, ...change })

test("without filters everything is asked for", () => {
  expect(queryOf(NO_FILTER)).toEqual({})
  expect(filtersOn(NO_FILTER)).toBe(0)
})

test("each filter that is on goes out, and is counted", () => {
  const all = filter({ wallet: "funding", currency: "BTC", kind: "fee", span: "week", chosenAt: NOW })
  expect(queryOf(all)).toEqual({ wallet: "funding", currency: "BTC", kind: "fee", from: NOW - 7 * DAY })
  expect(filtersOn(all)).toBe(4)
})

test("days of one's own are whole days by the device's clock, both included", () => {
  const query = queryOf(filter({ span: "own", fromDay: "2026-03-28", toDay: "2026-03-29" }))
  expect(query.from).toBe(new Date(2026, 2, 28).getTime())
  expect(query.to).toBe(new Date(2026, 2, 30).getTime() - 1)
  expect(queryOf(filter({ span: "own", fromDay: "", toDay: "2026-13" }))).toEqual({})
})

test("days the wrong way round are seen", () => {
  expect(isBackwards(filter({ span: "own", fromDay: "2026-03-29", toDay: "2026-03-28" }))).toBe(true)
  expect(isBackwards(filter({ span: "own", fromDay: "2026-03-28", toDay: "2026-03-28" }))).toBe(false)
  expect(isBackwards(filter({ span: "day", fromDay: "2026-03-29", toDay: "2026-03-28" }))).toBe(false)
})

test("a line is named by what it is for, unknown kinds included", () => {
  expect(["trade", "correction", "liquidation"].map((kind) => kindOf({ kind }))).toEqual([
    "trade",
    "correction",
    "other",
  ])
  expect(["BTC_USDT", "BTC_USDT_PERP", ""].map((instrument) => pairOf({ instrument }))).toEqual([
    "BTC/USDT",
    "BTC/USDT",
    "",
  ])
  const references = ["order:184201", "trade:BTC_USDT:55120", "t-4", "trade:", ""]
  expect(references.map((reference) => numberedOf({ reference }))).toEqual([
    { kind: "order", number: "184201" },
    { kind: "trade", number: "55120" },
    undefined,
    undefined,
    undefined,
  ])
})

test("gain and loss have a direction, nothing has none", () => {
  expect(["-0.5", "0.5", "0", "-0.00"].map((amount) => directionOf({ amount }))).toEqual([-1, 1, 0, 0])
})
