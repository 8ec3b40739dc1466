/** Does the line fill its box and nothing beyond? */

import { expect, test } from "vitest"
import { sparklinePath } from "./sparkline.model.ts"

test("the highest value touches the upper margin, the lowest the lower", () => {
  expect(sparklinePath(Float32Array.of(1, 3, 2), 64, 24)).toEqual({
    line: "M1.0 22.0L32.0 2.0L63.0 12.0",
    openingY: "22.0",
  })
})

test("a value that never moves is a line through the middle", () => {
  expect(sparklinePath(Float32Array.of(5, 5), 64, 24)).toEqual({
    line: "M1.0 12.0L63.0 12.0",
    openingY: "12.0",
  })
})
