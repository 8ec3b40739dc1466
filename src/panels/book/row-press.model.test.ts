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

test.each([
  ["nothing scrolls", { x: false, y: false }, [9, 9], 0, true],
  ["the page scrolls its way", { x: false, y: true }, [1, 9], 60, false],
  ["the page scrolls, but it has rested", { x: false, y: true }, [1, 9], 200, true],
  ["it goes along the rows and only the other way is scrolled", { x: true, y: false }, [1, 9], 0, true],
  ["it goes sideways, to the next face", { x: true, y: false }, [9, 1], 60, false],
  ["it goes sideways after a rest", { x: true, y: false }, [9, 1], 200, true],
] as const)("a finger that moves, and %s", (_, scrolls, [x, y], restedMs, chooses) => {
  expect(isChoosing({ restedMs, moved: { x, y }, scrolls })).toBe(chooses)
})
