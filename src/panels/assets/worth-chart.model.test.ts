/** The value chart shows what the server kept, and nothing between. */

import { describe, expect, test } from "vitest"
import { drawingOf, pathOf } from "./worth-chart.model.ts"

const DAY = 86_400_000
const at = (day: number, worth: string) => ({ time: day * DAY, worth })

describe("the value chart", () => {
  test("goes from the first day to now, between its lowest and highest", () => {
    const drawing = drawingOf([at(1, "100"), at(2, "300"), at(3, "200")], at(3.5, "100.00000001"))
    expect(drawing).toMatchObject({
      low: "100",
      high: "300",
      first: at(1, "100"),
      last: at(3.5, "100.00000001"),
    })
    expect(pathOf(drawing?.places ?? [], 100, 40)).toBe("M0.00 40.00L40.00 0.00L80.00 20.00L100.00 40.00")
  })

  test("has a gap where a day isn't known, and a dot for a day alone", () => {
    const drawing = drawingOf([at(0, "1"), at(2, "2"), at(4, "1"), at(5, "2")], undefined)
    expect(pathOf(drawing?.places ?? [], 100, 10)).toBe("M0.00 10.00h0M40.00 0.00h0M80.00 10.00L100.00 0.00")
  })

  test("lies in the middle while nothing changes", () => {
    expect(drawingOf([at(1, "5")], at(1.5, "5"))?.places.map(({ y }) => y)).toEqual([0.5, 0.5])
  })

  test("isn't there without two points", () => {
    expect(drawingOf([], undefined)).toBeUndefined()
    expect(drawingOf([at(1, "5")], undefined)).toBeUndefined()
    expect(drawingOf([at(1, "5")], at(1, "6"))).toBeUndefined()
  })
})
