/** Does the page count the paints it missed? */

import { expect, test } from "vitest"
import { missedFrames } from "./frame-loop.ts"

test.each([
  [4, 0],
  [16, 0],
  [17, 1],
  [51, 3],
  [60_000, 0],
])("a wait of %i ms misses %i paints", (waitMs, missed) => {
  expect(missedFrames(waitMs)).toBe(missed)
})
