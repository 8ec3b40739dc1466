/** Tests of a table's columns as they were chosen, whatever was kept. */

import fc from "fast-check"
import { expect, test } from "vitest"
import {
  arranged,
  type ColumnChoice,
  NO_CHOICE,
  ordered,
  readColumnChoices,
  withMoved,
  withShown,
  withWidths,
} from "./table-columns.ts"

const COLUMNS = [
  { key: "time" },
  { key: "market", isKept: true },
  { key: "price" },
  { key: "fee" },
  { key: "actions", isKept: true },
]
const keysOf = (choice: ColumnChoice) => arranged(COLUMNS, choice).map(({ key }) => key)

test("without a choice all stand as they are", () => {
  expect(keysOf(NO_CHOICE)).toEqual(["time", "market", "price", "fee", "actions"])
})

test("a column is moved among all, hidden ones too", () => {
  const hidden = withShown(NO_CHOICE, "market", false)
  expect(keysOf(withShown(hidden, "time", false))).toEqual(["market", "price", "fee", "actions"])
  expect(keysOf(withMoved(COLUMNS, NO_CHOICE, "fee", 0))).toEqual([
    "fee",
    "time",
    "market",
    "price",
    "actions",
  ])
  expect(keysOf(withMoved(COLUMNS, NO_CHOICE, "time", 99)).at(-1)).toBe("time")
  expect(withMoved(COLUMNS, NO_CHOICE, "gone", 0)).toBe(NO_CHOICE)
})

test("what identifies a row and what leads to money can't be hidden", () => {
  const choice = { ...NO_CHOICE, hidden: ["market", "actions", "price"] }
  expect(keysOf(choice)).toEqual(["time", "market", "fee", "actions"])
})

test("a column of a newer release stands behind the one that it follows", () => {
  expect(keysOf({ ...NO_CHOICE, order: ["actions", "market", "time"] })).toEqual([
    "actions",
    "market",
    "price",
    "fee",
    "time",
  ])
})

test("a width stays within its bounds", () => {
  expect(withWidths(NO_CHOICE, { price: 0.1, fee: 900 }).widths).toEqual({ price: 2.5, fee: 40 })
})

test("whatever is read, every column is there once, and the kept ones are shown", () => {
  fc.assert(
    fc.property(fc.anything(), fc.array(fc.constantFrom("time", "fee", "market", "x")), (value, names) => {
      const kept = { orders: { order: names, hidden: names, widths: value } }
      const choice = readColumnChoices(JSON.parse(JSON.stringify(kept))).orders ?? NO_CHOICE
      expect(ordered(COLUMNS, choice)).toHaveLength(COLUMNS.length)
      expect(new Set(ordered(COLUMNS, choice))).toEqual(new Set(COLUMNS))
      expect(keysOf(choice)).toEqual(expect.arrayContaining(["market", "actions"]))
      for (const width of Object.values(choice.widths)) expect(width).toBeGreaterThanOrEqual(2.5)
      expect(readColumnChoices(value)).toBeTypeOf("object")
    }),
  )
})

test("foreign names and values are left out", () => {
  const text = '{"orders":{"order":["a","a",3,"<b>"],"hidden":{},"widths":{"a":"9","__proto__":4}},"<i>":{}}'
  expect(readColumnChoices(JSON.parse(text))).toEqual({
    orders: { order: ["a"], hidden: [], widths: {} },
  })
  expect(readColumnChoices(null)).toEqual({})
})
