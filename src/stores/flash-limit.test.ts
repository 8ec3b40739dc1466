/** Do flashes stop when there are too many, and come back? */

import { expect, test } from "vitest"
import { createFlashLimit } from "./flash-limit.ts"

test("past forty flashes a second figures only change, until a calm second has passed", () => {
  const isTooLively = createFlashLimit()
  expect(isTooLively(30, 1000)).toBe(false)
  expect(isTooLively(11, 1500)).toBe(true)
  expect(isTooLively(1, 2000)).toBe(true)
  expect(isTooLively(1, 3000)).toBe(false)
})
