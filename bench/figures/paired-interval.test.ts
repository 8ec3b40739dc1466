/** A ratio's interval comes from rounds measured side by side, and decides the gate. */

import { expect, test } from "vitest"
import { judge } from "../figure-result.ts"
import { FIGURES } from "../figures.ts"
import { pairedInterval } from "./paired-interval.ts"

test("a slow minute that both sides had doesn't widen it", () => {
  expect(pairedInterval([10, 20, 40], [20, 40, 80])).toEqual([0.5, 0.5])
  expect(pairedInterval([10, 30], [20, 40])).toEqual([0.5, 0.75])
})

test("one round has none", () => {
  expect(pairedInterval([10], [20])).toBeUndefined()
  expect(pairedInterval([10, 10], [20, Number.NaN])).toBeUndefined()
})

test.each([
  ["up", "sustained-single-vs-receive", 0.1],
  ["down", "main-thread-8k-vs-naive", -0.1],
] as const)(
  "a gate to be passed %swards is met only when the whole interval lies on its side",
  (_side, name, better) => {
    const spec = FIGURES.find((one) => one.name === name)
    if (!spec) throw new Error("no such figure")
    const result = { name, value: 1, values: [], against: "other", isRight: true, ratio: spec.gate + better }
    const ends = (one: number, other: number) =>
      judge(spec, { ...result, interval: [Math.min(one, other), Math.max(one, other)] }).met
    expect(judge(spec, result).met).toBe(true)
    expect(ends(spec.gate + better, spec.gate + better / 2)).toBe(true)
    expect(ends(spec.gate + better, spec.gate - better / 2)).toBe(false)
  },
)
