/** Is the bill asked for exactly what the filters say? */

import { expect, test } from "vitest"
import { type Period, timesOf } from "../../stores/period.ts"
import {
  type BillFilter,
  directionOf,
  filtersOn,
  isNarrowed,
  kindOf,
  NO_FILTER,
  numberedOf,
  queryOf,
} from "./bill.model.ts"

const NOW = 1_785_000_000_000
const filter = (change: Partial<BillFilter>): BillFilter => ({ ...NO_FILTER, ...change })

test("without filters everything is asked for", () => {
  expect(queryOf(NO_FILTER, NOW)).toEqual({})
  expect([filtersOn(NO_FILTER), isNarrowed(NO_FILTER)]).toEqual([0, false])
})

test("each filter that is on goes out, and is counted; the period stands beside them", () => {
  const period: Period = { span: "own", fromDay: "2026-07-20", toDay: "2026-07-25" }
  const all = filter({ wallet: "funding", currency: "BTC", kind: "fee", period })
  const times = timesOf(period, NOW)
  expect(queryOf(all, NOW)).toEqual({ wallet: "funding", currency: "BTC", kind: "fee", ...times })
  expect([filtersOn(all), isNarrowed(all)]).toEqual([3, true])
  expect([filtersOn(filter({ period })), isNarrowed(filter({ period }))]).toEqual([0, true])
})

test("a line is named by what it is for, unknown kinds included", () => {
  expect(["trade", "correction", "airdrop"].map((kind) => kindOf({ kind }))).toEqual([
    "trade",
    "correction",
    "other",
  ])
  const references = ["order:184201", "trade:BTC_USDT:55120", "second:4112", "t-4", "trade:", ""]
  expect(references.map((reference) => numberedOf({ reference }))).toEqual([
    { kind: "order", number: "184201" },
    { kind: "trade", number: "55120" },
    { kind: "contract", number: "4112" },
    undefined,
    undefined,
    undefined,
  ])
})

test("gain and loss have a direction, nothing has none", () => {
  expect(["-0.5", "0.5", "0", "-0.00"].map((amount) => directionOf({ amount }))).toEqual([-1, 1, 0, 0])
})
