/** Which boards stand on the home screen, and how long are they? */

import { describe, expect, test } from "vitest"
import { boardsOf, firstBoard, liveBoards, rowsOf } from "./home.model.ts"

describe("the boards", () => {
  test("have a place for the watch list, but not an empty column on a desk", () => {
    expect(boardsOf("tabs", false)).toEqual(["favourites", "turnover", "gainers", "losers"])
    expect(boardsOf("pairs", false)).toHaveLength(4)
    for (const form of ["desk", "wide"] as const) {
      expect(boardsOf(form, false)).toEqual(["turnover", "gainers", "losers"])
      expect(boardsOf(form, true)).toHaveLength(4)
    }
  })

  test("begin with the stars of whoever has some", () => {
    expect(firstBoard(true)).toBe("favourites")
    expect(firstBoard(false)).toBe("turnover")
  })

  test("are shorter where two stand above each other", () => {
    expect(rowsOf("pairs", 4)).toBe(rowsOf("desk", 4))
    expect(rowsOf("desk", 3)).toBe(rowsOf("wide", 4))
    expect(rowsOf("wide", 4)).toBeGreaterThan(rowsOf("desk", 4))
  })

  test("are kept in order by the worker, but for the watch list, which has its own", () => {
    expect(liveBoards(["favourites", "losers"])).toEqual(["losers"])
  })
})
