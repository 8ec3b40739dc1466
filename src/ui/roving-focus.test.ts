/** Do arrow keys go round a row of controls? */

import { expect, test } from "vitest"
import { nextIndex } from "./roving-focus.ts"

test.each([
  ["ArrowRight", 0, 3, 1],
  ["ArrowRight", 2, 3, 0],
  ["ArrowLeft", 0, 3, 2],
  ["Home", 2, 3, 0],
  ["End", 0, 3, 2],
])("%s leads from %i of %i to %i", (key, current, count, expected) => {
  expect(nextIndex(key, current, count)).toBe(expected)
})

test("other keys and an empty row lead nowhere", () => {
  expect(nextIndex("Enter", 0, 3)).toBeUndefined()
  expect(nextIndex("ArrowRight", 0, 0)).toBeUndefined()
})
