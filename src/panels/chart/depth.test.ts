/** Does the depth chart show the book as it is: stairs, equally far to both sides? */

import { describe, expect, test } from "vitest"
import { depthAt, depthPath, depthShape } from "./depth.model.ts"

const bids = Float64Array.from([99, 1, 98, 3, 90, 10])
const asks = Float64Array.from([101, 2, 104, 6])

describe("the shape", () => {
  test("reaches as far to both sides as the shorter one", () => {
    const shape = depthShape({ bids, asks })
    expect(shape).toMatchObject({ middle: 100, from: 96, to: 104, most: 6 })
    expect(shape?.bids.map(({ price }) => price)).toEqual([99, 98])
  })
  test("is none while a side is empty", () => {
    expect(depthShape({ bids, asks: new Float64Array() })).toBeUndefined()
  })
  test("of one level a side still has a width", () => {
    const shape = depthShape({ bids: bids.slice(0, 2), asks: asks.slice(0, 2) })
    expect(shape).toMatchObject({ from: 98, to: 102 })
  })
})

test("the outline climbs at each price and runs level to the edge", () => {
  const shape = depthShape({ bids, asks })
  expect(shape && depthPath(shape, "bids", 80, 60)).toBe("M30 60H30V50H20V30H0")
  expect(shape && depthPath(shape, "asks", 80, 60)).toBe("M50 60H50V40H80V0H80")
})

test.each([
  [98.5, { price: 99, sum: 1 }],
  [98, { price: 98, sum: 3 }],
  [100.5, undefined],
  [103, { price: 101, sum: 2 }],
  [104, { price: 104, sum: 6 }],
])("up to %d there is what stands before it", (price, step) => {
  const shape = depthShape({ bids, asks })
  expect(shape && depthAt(shape, price)).toEqual(step)
})
