/** Tiles have their share of the area, never overlap, can be pressed, and arrows lead to what lies there. */

import fc from "fast-check"
import { expect, test } from "vitest"
import { neighbour, type Rect, shadeOf, squarify, tilesThatFit } from "./treemap.model.ts"

const size = fc.record({
  width: fc.integer({ min: 100, max: 2000 }),
  height: fc.integer({ min: 100, max: 1500 }),
})
const weights = fc
  .array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 1, maxLength: 60 })
  .map((list) => list.sort((one, other) => other - one))

const overlap = (one: Rect, other: Rect) =>
  Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x) > 1e-6 &&
  Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y) > 1e-6

test("areas are in proportion to the weights, inside of the frame, and none overlaps another", () => {
  fc.assert(
    fc.property(weights, size, (list, frame) => {
      const rects = squarify(list, frame)
      const total = list.reduce((sum, weight) => sum + weight, 0)
      expect(rects).toHaveLength(list.length)
      for (const [at, rect] of rects.entries()) {
        const share = (rect.width * rect.height) / (frame.width * frame.height)
        expect(share).toBeCloseTo((list[at] ?? 0) / total, 6)
        expect(rect.x + rect.width).toBeLessThanOrEqual(frame.width + 1e-6)
        expect(rect.y + rect.height).toBeLessThanOrEqual(frame.height + 1e-6)
        for (const other of rects.slice(at + 1)) expect(overlap(rect, other)).toBe(false)
      }
    }),
    { numRuns: 60 },
  )
})

test("equal weights in a square frame are squares", () => {
  expect(squarify([1, 1, 1, 1], { width: 200, height: 200 })).toEqual([
    { x: 0, y: 0, width: 100, height: 100 },
    { x: 0, y: 100, width: 100, height: 100 },
    { x: 100, y: 0, width: 100, height: 100 },
    { x: 100, y: 100, width: 100, height: 100 },
  ])
})

test("what can't be pressed stands in one tile with all others; nothing is lost", () => {
  fc.assert(
    fc.property(weights, size, (list, frame) => {
      const markets = list.map((weight, at) => ({ id: `M${at}`, weight }))
      const { tiles, others } = tilesThatFit(markets, frame, 44)
      expect(tiles.length + (others?.count ?? 0)).toBe(list.length)
      const rects = [...tiles.map(({ rect }) => rect), ...(others ? [others.rect] : [])]
      if (tiles.length > 1)
        for (const { width, height } of rects) expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
      const area = rects.reduce((sum, { width, height }) => sum + width * height, 0)
      expect(area).toBeCloseTo(frame.width * frame.height, 2)
    }),
    { numRuns: 60 },
  )
})

test("without turnover there is no tile", () => {
  expect(tilesThatFit([{ id: "A", weight: 0 }], { width: 300, height: 300 }, 44)).toEqual({
    tiles: [],
    others: null,
  })
  expect(squarify([1], { width: 0, height: 300 })).toEqual([])
})

test.each([
  ["ArrowRight", 0, 2],
  ["ArrowDown", 0, 1],
  ["ArrowLeft", 3, 1],
  ["ArrowUp", 3, 2],
  ["ArrowLeft", 0, undefined],
  ["ArrowDown", 3, undefined],
  ["End", 0, 3],
  ["Home", 3, 0],
  ["Enter", 0, undefined],
] as const)("%s leads from tile %i of a square of four to %s", (key, at, to) => {
  expect(neighbour(squarify([1, 1, 1, 1], { width: 200, height: 200 }), at, key)).toBe(to)
})

test.each([
  [null, 0],
  [undefined, 0],
  [4, 0.5],
  [-4, 0.5],
  [-40, 1],
])("a change of %s per cent has the shade %s", (change, shade) => {
  expect(shadeOf(change)).toBe(shade)
})
