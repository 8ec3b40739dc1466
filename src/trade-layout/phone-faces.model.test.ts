/** Which faces does a finger on its way show? */

import { expect, test } from "vitest"
import { facesInView } from "./phone-faces.model.ts"

test.each([
  [0, { nearest: 0, from: 0, to: 0 }],
  [1.004, { nearest: 1, from: 1, to: 1 }],
  [0.997, { nearest: 1, from: 1, to: 1 }],
  [1.2, { nearest: 1, from: 1, to: 2 }],
  [1.8, { nearest: 2, from: 1, to: 2 }],
  [-0.3, { nearest: 0, from: 0, to: 0 }],
  [3.4, { nearest: 3, from: 3, to: 3 }],
])("at %s of four", (at, expected) => {
  expect(facesInView(at, 4)).toEqual(expected)
})
