/** Does a finger choose the row it is on, and none beside the rows? */

import { expect, test } from "vitest"
import { isChoosing, MAGNIFIED_PX, magnifiedTop, rowUnder } from "./row-press.model.ts"

const row = (top: number) => ({ top, bottom: top + 24, left: 0, right: 200 })
/** Two asks, the mid row's gap, two bids. */
const ROWS = [row(100), row(124), row(172), row(196)]

test.each([
  [100, 0],
  [123.9, 0],
  [124, 1],
  [150, undefined],
  [172, 2],
  [219.9, 3],
  [220, undefined],
  [99.9, undefined],
])("at a height of %s px it is row %s", (y, at) => {
  expect(rowUnder(ROWS, 80, y)).toBe(at)
})

test("a finger may slip a little beside the rows, and slides out further off", () => {
  expect(rowUnder(ROWS, -20, 110)).toBe(0)
  expect(rowUnder(ROWS, 220, 110)).toBe(0)
  expect(rowUnder(ROWS, -25, 110)).toBeUndefined()
  expect(rowUnder(ROWS, 224, 110)).toBeUndefined()
})

test("the magnified row stands above the finger, and stays in the window", () => {
  expect(magnifiedTop(400) + MAGNIFIED_PX).toBeLessThan(400 - 20)
  expect(magnifiedTop(30)).toBe(4)
})

test("where the page scrolls, only a finger that rested chooses", () => {
  expect(isChoosing(0, false)).toBe(true)
  expect(isChoosing(60, true)).toBe(false)
  expect(isChoosing(200, true)).toBe(true)
})
