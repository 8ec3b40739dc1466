/** Does each number format show itself, and no two the same? */

import { expect, test } from "vitest"
import { NUMBER_SAMPLES } from "./preferences.model.ts"

test("the language's own has no sample, the others show both of their marks", () => {
  expect(NUMBER_SAMPLES.map(({ sample }) => sample?.replace(/\s/g, " "))).toEqual([
    undefined,
    "67,284.5",
    "67.284,5",
    "67 284,5",
  ])
})
