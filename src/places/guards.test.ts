/** May visitors open exactly what they should, and does back lead somewhere in every case? */

import { describe, expect, test } from "vitest"
import { backStep, mayVisit } from "./guards.ts"
import { type ScreenPath, site } from "./site.ts"

/** What a visitor may see; all else needs a login. */
const EXEMPT = [
  "/",
  "/pages/index/index",
  "/login",
  "/register",
  "/forgot",
  "/pages/article/index",
  "/pages/article/detail",
  "/pages/article/msb",
  "/pages/article/sec",
  "/pages/article/help",
  "/pages/article/notice",
  "/pages/user/about",
  "/pages/ks/index",
  "/pages/user/download",
  "/pages/user/language",
  "/choose-location",
  "/open-location",
  "/pages/layout/index",
  "/pages/panel/index",
  "/pages/spot/index",
  "/pages/contract/index",
  "/pages/option/index",
  "/pages/kline/index",
  "/pages/spot/trade",
  "/pages/assets/reserves",
]
const paths = Object.keys(site) as ScreenPath[]

describe("a visitor", () => {
  test("may open every exempt place, the last of the list as well as the first", () => {
    expect(paths.filter((path) => mayVisit(path, false)).sort()).toEqual([...EXEMPT].sort())
  })

  test("is sent to the login from all others", () => {
    expect(mayVisit("/pages/assets/index", false)).toBe(false)
    expect(mayVisit("/pages/contract/trade", false)).toBe(false)
    expect(mayVisit("/pages/ai/index", false)).toBe(false)
  })
})

test("someone logged in may open everything", () => {
  expect(paths.every((path) => mayVisit(path, true))).toBe(true)
})

test.each([
  [{ stackDepth: 2, hasHistory: true }, "stack"],
  [{ stackDepth: 1, hasHistory: false }, "stack"],
  [{ stackDepth: 0, hasHistory: true }, "history"],
  [{ stackDepth: 0, hasHistory: false }, "home"],
] as const)("back from %j goes to the %s", (past, step) => {
  expect(backStep(past)).toBe(step)
})
