/** Are rows counted right, whatever fractions of pixels the place has? */

import { expect, test } from "vitest"
import { fittingRows } from "./fitting-rows.ts"

test.each([
  [24, 1.5, 16],
  [23.9999, 1.5, 16],
  [23.9, 1.5, 15],
  [-3, 1.5, 0],
  [24, 0, 0],
  [24, Number.NaN, 0],
])("%d rem fit rows of %d rem: %i", (space, row, count) => {
  expect(fittingRows(space, row)).toBe(count)
})
