/** The bar of a chosen drawing keeps off the handles, and stays where nothing is gained. */

import { expect, test } from "vitest"
import { freeEdge } from "./free-edge.ts"

const HEIGHT = 340
const bar = { left: 8, top: 208, width: 374, height: 100 }
const above = { ...bar, top: 32 }

test("a bar goes where it covers fewer points", () => {
  const low = [
    { x: 150, y: 230 },
    { x: 290, y: 280 },
    { x: 290, y: 100 },
  ]
  expect(freeEdge("bottom", bar, HEIGHT, low)).toBe("top")
  expect(freeEdge("top", above, HEIGHT, low)).toBe("top")
  const high = low.map(({ x, y }) => ({ x, y: HEIGHT - y }))
  expect(freeEdge("top", above, HEIGHT, high)).toBe("bottom")
})

test("it stays where nothing is gained: as many are covered there, or none here", () => {
  const even = [
    { x: 100, y: 100 },
    { x: 100, y: HEIGHT - 100 },
  ]
  expect(freeEdge("bottom", bar, HEIGHT, even)).toBe("bottom")
  expect(freeEdge("top", above, HEIGHT, even)).toBe("top")
  expect(freeEdge("bottom", bar, HEIGHT, [{ x: 100, y: 60 }])).toBe("bottom")
  expect(freeEdge("bottom", { ...bar, left: 300, width: 80 }, HEIGHT, [{ x: 200, y: 250 }])).toBe("bottom")
})

test("a handle's reach counts, not its dot alone", () => {
  expect(freeEdge("bottom", bar, HEIGHT, [{ x: 100, y: 208 - 21 }])).toBe("top")
  expect(freeEdge("bottom", bar, HEIGHT, [{ x: 100, y: 208 - 23 }])).toBe("bottom")
})
