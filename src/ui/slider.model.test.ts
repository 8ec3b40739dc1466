/** Is the knob caught near a stop and free between? */

import { expect, test } from "vitest"
import { snapToStop } from "./slider.model.ts"

test.each([
  [0, 0],
  [2, 0],
  [4, 4],
  [22, 25],
  [28, 25],
  [29, 29],
  [48, 50],
  [97, 100],
  [96, 96],
])("%i becomes %i", (position, expected) => {
  expect(snapToStop(position)).toBe(expected)
})
