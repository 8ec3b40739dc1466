/** Is each column at least as wide as the longest figure in it? */

import { expect, test } from "vitest"
import { columnWidths } from "./column-widths.ts"

test("a column is as wide as its longest text, and what stands beside it", () => {
  const widths = columnWidths(
    { kind: ["", "Stop 56,634.50"], price: ["1", "67,284.10"], fee: [] },
    { price: 1.25 },
  )
  expect(widths).toEqual({ "--kind": "6.00rem", "--price": "5.09rem", "--fee": "0.00rem" })
})

test("the name of a market is bold capitals and needs more: 6.41 rem as a browser draws it", () => {
  const { "--pair": width = "" } = columnWidths({ pair: ["BTC/USDT Perp"] })
  expect(Number.parseFloat(width)).toBeGreaterThan(6.41)
  expect(Number.parseFloat(width)).toBeLessThan(7)
})
