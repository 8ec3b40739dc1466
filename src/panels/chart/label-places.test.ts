/** Labels of own lines never cover one another, and those without room are counted. */

import { expect, test } from "vitest"
import { hiddenCounts, labelPlaces, labelWidth } from "./label-places.model.ts"

const GAP = 24
const HEIGHT = 200
const placed = (tops: readonly (number | undefined)[], widths: readonly number[], width = 240) =>
  labelPlaces(
    tops.map((top, at) => ({ top, width: widths[at] ?? 100 })),
    { width, gap: GAP, isInside: (top) => top >= 0 && top <= HEIGHT },
  )

test("labels far from each other stand on their lines at the left, and so does one out of view", () => {
  expect(placed([100, 150, undefined], [])).toEqual(Array(3).fill({ left: 8, shift: 0 }))
})

test("labels of near lines stand beside each other as wide as they are, then above and below", () => {
  expect(placed([100, 110, 105], [120, 80, 80])).toEqual([
    { left: 8, shift: 0 },
    { left: 132, shift: 0 },
    { left: 132, shift: -24 },
  ])
})

test("none is shifted out of the pane", () => {
  expect(placed([5, 5], [200, 200])).toEqual([
    { left: 8, shift: 0 },
    { left: 8, shift: 24 },
  ])
})

test("a label near the pane's lower edge stands beside the makers' mark, not on it", () => {
  const room = { width: 240, gap: GAP, height: HEIGHT, isInside: () => true }
  const labels = [190, 170, 140].map((top) => ({ top, width: 80 }))
  expect(labelPlaces(labels, room).map((place) => place?.left)).toEqual([49, 133, 8])
})

test("a gap that is wide enough between two labels is filled", () => {
  expect(placed([100, 100, 90], [60, 60, 60], 400)).toEqual([8, 72, 136].map((left) => ({ left, shift: 0 })))
})

test("a label that has no room has no place, and no two that have one overlap", () => {
  const tops = Array.from({ length: 40 }, (_, at) => 80 + (at % 20) * 2)
  const widths = tops.map((_, at) => 70 + (at % 4) * 25)
  const places = placed(tops, widths)
  expect(places.filter((place) => place === undefined).length).toBeGreaterThan(20)
  const boxes = places.flatMap((place, at) =>
    place
      ? [{ top: (tops[at] ?? 0) + place.shift, left: place.left, right: place.left + (widths[at] ?? 0) }]
      : [],
  )
  for (const [at, one] of boxes.entries())
    for (const other of boxes.slice(at + 1)) {
      const isApart = Math.abs(one.top - other.top) >= GAP || one.right < other.left || other.right < one.left
      expect(isApart, JSON.stringify([one, other])).toBe(true)
    }
  expect(Math.max(...boxes.map(({ right }) => right))).toBeLessThanOrEqual(240)
})

test("what has no room is counted where it is, and counts don't cover each other", () => {
  expect(hiddenCounts([130, 100, 110, 123, 124], GAP)).toEqual([
    { top: 100, count: 3 },
    { top: 124, count: 2 },
  ])
  expect(hiddenCounts([], GAP)).toEqual([])
})

test("a Chinese letter counts for more", () => {
  expect(labelWidth("跟踪")).toBeGreaterThan(labelWidth("ab"))
})
