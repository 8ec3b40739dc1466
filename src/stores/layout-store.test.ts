/** Are kept panel sizes read back, and nonsense refused? */

import { expect, test } from "vitest"
import { parseLayout, widthClassOf } from "./layout-store.ts"

test.each([
  [1024, "narrow"],
  [1440, "medium"],
  [1920, "wide"],
])("%i px is %s", (width, widthClass) => {
  expect(widthClassOf(width)).toBe(widthClass)
})

test("sizes that are shares are kept, all else is dropped", () => {
  const text = JSON.stringify({
    medium: { columns: { rail: 16, chart: 84 }, rows: { chart: "50" } },
    wide: 3,
    huge: { columns: { rail: 16 } },
  })
  expect(parseLayout(text)).toEqual({ medium: { columns: { rail: 16, chart: 84 } } })
})

test.each([[null], ["["], ["[]"], ["7"]])("stored %j is no layout", (text) => {
  expect(parseLayout(text)).toEqual({})
})
