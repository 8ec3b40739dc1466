/** The rule of what is sustained, the search of the ladder, and what its results say to a gate. */

import { expect, test } from "vitest"
import type { WindowFigures } from "../driver/cell.ts"
import { missedPercent } from "../driver/cell.ts"
import { judge } from "../figure-result.ts"
import { FIGURES } from "../figures.ts"
import { BUDGET_S } from "../measures.ts"
import { strainOf } from "./ladder.ts"
import { freshAfter } from "./recovery.ts"

const good: WindowFigures = {
  received: 9900,
  missedPercent: 1.5,
  p50: 20,
  p95: 99,
  mainMs: 1,
  scriptMs: 1,
  browserMs: 1,
  threads: {},
  foreignPercent: 0,
}

test.each([
  ["all is well", {}, true],
  ["a fortieth was not received", { received: 9750 }, false],
  ["frames were missed beyond those of the idle page", { missedPercent: 1.7 }, false],
  ["it was painted late", { p95: 101 }, false],
  ["no probe was painted", { p95: Number.POSITIVE_INFINITY }, false],
])("a window in which %s passes: see the rule", (_name, change, hasPassed) => {
  expect(strainOf({ ...good, ...change }, 10_000, 0.6, false) <= 1).toBe(hasPassed)
})

test("a floor is judged by what it receives alone", () => {
  expect(strainOf({ ...good, p95: 500, missedPercent: 50 }, 10_000, 0, true)).toBeCloseTo(0.5)
})

test("the full run stays within an hour", () => {
  expect(Object.values(BUDGET_S).reduce((sum, seconds) => sum + seconds)).toBeLessThanOrEqual(3600)
})

test("vsyncs without an animation frame are counted, jitter is not", () => {
  expect(missedPercent([16.7, 19.8, 13.5, 16.7])).toBe(0)
  expect(missedPercent([16.7, 33.4, 16.7, 16.7])).toBe(20)
  expect(missedPercent([])).toBe(100)
})

test("a page is fresh from the first probe on after which none came late", () => {
  const sent = Array.from({ length: 30 }, (_, number) => 1000 + number * 50)
  const painted = sent.map((at, number): [number, number] => [number, at + (number < 10 ? 400 : 30)])
  expect(freshAfter(sent, painted, 0, 1200)).toBeCloseTo((1000 + 500 + 30 - 1200) / 1000)
  expect(freshAfter(sent, painted.slice(0, 12), 0, 1200)).toBe(Number.POSITIVE_INFINITY)
})

test("the gate decides what is met, and a wrong run meets nothing", () => {
  const spec = FIGURES.find(({ name }) => name === "sustained-coalesced-vs-naive")
  if (!spec) throw new Error("no such figure")
  const result = { name: spec.name, value: 1, values: [], against: "naive", isRight: true }
  expect(judge(spec, { ...result, ratio: 3 })).toMatchObject({ met: true, reachesGoal: false })
  expect(judge(spec, { ...result, ratio: 2.9 })).toMatchObject({ met: false })
  expect(judge(spec, { ...result, ratio: 99, isRight: false })).toMatchObject({ met: false })
  expect(judge(spec, result)).toMatchObject({ met: null })
})
