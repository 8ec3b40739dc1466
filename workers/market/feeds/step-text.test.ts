/** Reads and writes the hot step reader what the slow one does? */

import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { formatSteps, parseAmount, parseSteps } from "#core/money/steps.ts"
import { StepText } from "./step-text.ts"

const STEPS = ["0.00000001", "0.0001", "0.01", "0.1", "0.5", "0.25", "1", "5", "10", "100"]

function unitsOf(text: string): bigint {
  const parsed = parseAmount(text)
  return parsed.ok ? parsed.value : -1n
}

describe("StepText", () => {
  test("reads every count that core writes, back to the same count", () => {
    fc.assert(
      fc.property(fc.constantFrom(...STEPS), fc.integer({ min: 0, max: 2 ** 40 }), (step, count) => {
        const steps = new StepText(step)
        expect(steps.read(formatSteps(count, steps.step))).toBe(count)
        expect(steps.write(count)).toBe(formatSteps(count, steps.step))
      }),
    )
  })

  test("agrees with core on any decimal text", () => {
    const digits = fc.stringMatching(/^\d{1,12}$/)
    fc.assert(
      fc.property(fc.constantFrom(...STEPS), digits, fc.option(digits), (step, whole, fraction) => {
        const text = fraction === null ? whole : `${whole}.${fraction}`
        const steps = new StepText(step)
        const slow = parseSteps(text, steps.step)
        const fast = steps.read(text)
        // Orders end at 2^40 steps; the sum of a level or a candle may go on to 2^53.
        const isSum = !slow.ok && slow.problem === "AMOUNT_LIMIT" && !Number.isNaN(fast)
        if (isSum) expect(BigInt(fast) * steps.step).toBe(unitsOf(text))
        else expect(fast).toBe(slow.ok ? slow.value : Number.NaN)
      }),
    )
  })

  test.each([
    "",
    ".",
    "1.",
    ".5",
    "-1",
    "+1",
    "1e3",
    "1,5",
    " 1",
    "1 ",
    "01",
    "1..2",
    "1.2.3",
    "NaN",
    "0x1",
    "٣",
  ])("refuses %j", (text) => {
    expect(new StepText("0.1").read(text)).toBeNaN()
  })

  test.each([null, undefined, 5, {}, ["1"]])("refuses %j, which is no text", (value) => {
    expect(new StepText("0.1").read(value)).toBeNaN()
  })

  test("refuses what is finer than the step", () => {
    expect(new StepText("0.5").read("1.25")).toBeNaN()
    expect(new StepText("10").read("15")).toBeNaN()
    expect(new StepText("0.1").read("1.10")).toBe(11)
  })

  test("reads a quantity beyond 2^53 of its last decimal exactly, or not at all", () => {
    expect(new StepText("10").read("10995116277760")).toBe(1099511627776)
    expect(new StepText("0.00000001").read("90071992547.40993")).toBeNaN()
  })

  test("gives the nearest binary number, without dust", () => {
    expect(new StepText("0.1").toNumber(3)).toBe(0.3)
    expect(new StepText("0.01").toNumber(110)).toBe(1.1)
    expect(new StepText("0.5").toNumber(3)).toBe(1.5)
  })

  test("is not made of a step that is none", () => {
    expect(() => new StepText("0")).toThrow()
    expect(() => new StepText("abc")).toThrow()
  })
})
