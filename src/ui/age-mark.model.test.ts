/** Is an age said in the unit that fits? */

import { expect, test } from "vitest"
import { ageParts } from "./age-mark.model.ts"

test.each([
  [-50, "seconds", 0],
  [3_999, "seconds", 3],
  [119_999, "seconds", 119],
  [120_000, "minutes", 2],
  [7_199_000, "minutes", 119],
  [7_200_000, "hours", 2],
] as const)("%i ms are said in %s: %i", (ms, unit, count) => {
  expect(ageParts(ms)).toEqual({ unit, count })
})
