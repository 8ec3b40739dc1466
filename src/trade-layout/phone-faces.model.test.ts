/** Tests of the faces that a finger on its way shows. */

import { expect, test } from "vitest"
import { faceAfter, facesInView } from "./phone-faces.model.ts"

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

test.each([
  ["far and slowly", { from: 1, at: 1.4, ms: 900 }, 2],
  ["a little and slowly", { from: 1, at: 1.2, ms: 900 }, 1],
  ["a little and fast", { from: 1, at: 0.9, ms: 120 }, 0],
  ["hardly, as in a tap", { from: 1, at: 1.02, ms: 80 }, 1],
  ["across two", { from: 0, at: 1.9, ms: 300 }, 1],
  ["out of the last", { from: 3, at: 3.4, ms: 300 }, 3],
] as const)("a finger that moves %s", (_, swipe, expected) => {
  expect(faceAfter(swipe, 4)).toBe(expected)
})
