/** Is what the keyboard covers left out, and nothing else? */

import { expect, test } from "vitest"
import { visibleArea } from "./visible-area.ts"

test.each([
  ["without a keyboard", { height: 844, offsetTop: 0, scale: 1 }, { top: 0, height: 844 }],
  ["with one", { height: 508, offsetTop: 0, scale: 1 }, { top: 0, height: 508 }],
  [
    "with one, the page pushed up behind it",
    { height: 508, offsetTop: 180, scale: 1 },
    { top: 180, height: 508 },
  ],
  ["pushed beyond the window's end", { height: 508, offsetTop: 400, scale: 1 }, { top: 400, height: 444 }],
  ["overscrolled", { height: 508, offsetTop: -20, scale: 1 }, { top: 0, height: 508 }],
  ["zoomed in by two fingers", { height: 422, offsetTop: 100, scale: 2 }, { top: 0, height: 844 }],
])("%s", (_case, viewport, area) => {
  expect(visibleArea(844, viewport)).toEqual(area)
})

test("a browser that can't tell has all of its window", () => {
  expect(visibleArea(640, undefined)).toEqual({ top: 0, height: 640 })
})
