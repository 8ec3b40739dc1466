/** Does the square stay inside of the picture, whatever one does to it? */

import fc from "fast-check"
import { expect, test } from "vitest"
import { edgeOf, moveCrop, squareOf, wholeCrop, ZOOM_MAX, zoomCrop } from "./crop.model.ts"

const wide = { width: 800, height: 400 }

test("at first it is the largest one, in the middle", () => {
  expect(squareOf(wide, wholeCrop(wide))).toEqual({ x: 200, y: 0, edge: 400 })
})

test("it moves along the longer edge and stops at the border", () => {
  const crop = wholeCrop(wide)
  expect(squareOf(wide, moveCrop(wide, crop, 50, 50))).toEqual({ x: 250, y: 0, edge: 400 })
  expect(squareOf(wide, moveCrop(wide, crop, -9999, 0))).toEqual({ x: 0, y: 0, edge: 400 })
})

test("zoomed it is smaller about its centre; it comes back from a corner when zoomed out", () => {
  const zoomed = zoomCrop(wide, wholeCrop(wide), 2)
  expect(squareOf(wide, zoomed)).toEqual({ x: 300, y: 100, edge: 200 })
  const corner = moveCrop(wide, zoomed, 9999, 9999)
  expect(squareOf(wide, corner)).toEqual({ x: 600, y: 200, edge: 200 })
  expect(squareOf(wide, zoomCrop(wide, corner, 1))).toEqual({ x: 400, y: 0, edge: 400 })
})

test("whatever the moves, it lies inside and isn't stretched", () => {
  const size = fc.record({
    width: fc.integer({ min: 1, max: 9000 }),
    height: fc.integer({ min: 1, max: 9000 }),
  })
  const moves = fc.array(
    fc.tuple(
      fc.constantFrom("move", "zoom"),
      fc.integer({ min: -9999, max: 9999 }),
      fc.integer({ min: -9999, max: 9999 }),
    ),
  )
  fc.assert(
    fc.property(size, moves, (of, all) => {
      let crop = wholeCrop(of)
      for (const [what, one, other] of all)
        crop = what === "move" ? moveCrop(of, crop, one, other) : zoomCrop(of, crop, one / 1000)
      const { x, y, edge } = squareOf(of, crop)
      const slack = 1e-6
      expect(Math.min(x, y)).toBeGreaterThanOrEqual(-slack)
      expect(x + edge).toBeLessThanOrEqual(of.width + slack)
      expect(y + edge).toBeLessThanOrEqual(of.height + slack)
      expect(edgeOf(of, crop)).toBeGreaterThanOrEqual(Math.min(of.width, of.height) / ZOOM_MAX - slack)
    }),
  )
})
