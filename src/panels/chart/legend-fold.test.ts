/** The legend of a chart with little room is one line, until somebody wants it otherwise. */

import { expect, test } from "vitest"
import { parseLegendFolds } from "../../stores/legend-store.ts"
import { isLegendFolded } from "./legend-fold.model.ts"

const DESK = { width: 900, height: 600, pane: 500 }
const PHONE = { width: 390, height: 500, pane: 450 }
const LOW = { width: 540, height: 260, pane: 240 }

test.each([
  ["few lines on a phone stay", { ...PHONE, lines: 2 }, false],
  ["many on a phone, where they wrap, are folded", { ...PHONE, lines: 3 }, true],
  ["many on a desk stay", { ...DESK, lines: 9 }, false],
  ["on a desk they are folded where panes leave the candles little", { ...DESK, pane: 300, lines: 9 }, true],
  ["a low chart has one line", { ...LOW, lines: 1 }, true],
  ["a low chart's one line is a short one", { ...LOW, lines: 0 }, true],
  ["one line stays whole elsewhere", { ...PHONE, lines: 0 }, false],
])("%s", (_, size, isFolded) => {
  expect(isLegendFolded(size, {})).toBe(isFolded)
})

test("a choice holds for charts with as much room, and not for others", () => {
  const chosen = parseLegendFolds('{"little":false,"much":true}')
  expect(isLegendFolded({ ...PHONE, lines: 9 }, chosen)).toBe(false)
  expect(isLegendFolded({ ...LOW, lines: 9 }, chosen)).toBe(false)
  expect(isLegendFolded({ ...DESK, lines: 2 }, chosen)).toBe(true)
  expect(isLegendFolded({ ...PHONE, lines: 9 }, { much: false })).toBe(true)
})

test.each([[null], ["{"], ["[]"], ['{"little":1}'], ['"x"']])("%s on the device is no choice", (text) => {
  expect(parseLegendFolds(text)).toEqual({})
})
