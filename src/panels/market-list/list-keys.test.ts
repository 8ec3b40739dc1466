/** Do the keys lead where one expects, and never out of the list? */

import { expect, test } from "vitest"
import { nextPlace } from "./list-keys.ts"

test.each([
  ["ArrowDown", 3, 1, 4],
  ["ArrowUp", 3, 1, 2],
  ["ArrowUp", 0, 1, 0],
  ["ArrowDown", 99, 1, 99],
  ["PageDown", 3, 1, 13],
  ["PageUp", 3, 1, 0],
  ["Home", 50, 1, 0],
  ["End", 50, 1, 99],
  ["ArrowDown", 3, 2, 5],
  ["ArrowRight", 3, 2, 4],
  ["ArrowLeft", 3, 2, 2],
  ["ArrowRight", 3, 1, undefined],
  ["a", 3, 1, undefined],
])("%s at %i in %i columns leads to %j of a hundred", (key, at, columns, expected) => {
  expect(nextPlace(key, at, 100, columns)).toBe(expected)
})

test("in an empty list no key leads anywhere", () => {
  expect(nextPlace("ArrowDown", 0, 0, 1)).toBeUndefined()
})
