/** The zeros of a tiny price are counted, and nothing is lost. */

import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { splitTiny } from "./tiny-price.ts"

describe("a tiny price", () => {
  test.each([
    ["0.000008712", "0.0", 5, "8712"],
    ["0.00001746", "0.0", 4, "1746"],
    ["0,00001746", "0,0", 4, "1746"],
    ["-0.00000001", "-0.0", 7, "1"],
    ["−0,00000001", "−0,0", 7, "1"],
    ["0.0000001234567890", "0.0", 6, "1234567890"],
  ])("%s is split into %s, %d zeros and %s", (text, lead, zeros, rest) => {
    expect(splitTiny(text)).toEqual({ lead, zeros, rest })
  })

  test.each([
    "",
    "--",
    "0",
    "0.0000",
    "0.00000000",
    "0.0001",
    "0.00012",
    "1.00001",
    "10.00001",
    "0.0000x1",
    "–",
    "0.00001 USDT",
  ])("is not %j", (text) => {
    expect(splitTiny(text)).toBeNull()
  })

  test.each([
    ["0.0000087124", 5, "8712"],
    ["0.0000087125", 5, "8713"],
    ["0.00000871", 5, "871"],
    ["0.0000099994", 5, "9999"],
    ["0.0000099999", 4, "1000"],
    ["0.00000999995", 4, "1000"],
  ])("%s in 4 figures is %d zeros and %s", (text, zeros, rest) => {
    expect(splitTiny(text, 4)).toEqual({ lead: "0.0", zeros, rest })
  })

  test("that rounds up to fewer than four zeros is none", () => {
    expect(splitTiny("0.0000999995", 4)).toBeNull()
  })

  test("can be put together again without loss", () => {
    const tiny = fc.tuple(fc.integer({ min: 4, max: 20 }), fc.stringMatching(/^[1-9]\d{0,15}$/))
    fc.assert(
      fc.property(tiny, ([zeros, rest]) => {
        const text = `0.${"0".repeat(zeros)}${rest}`
        const split = splitTiny(text)
        expect(split && `${split.lead}${"0".repeat(split.zeros - 1)}${split.rest}`).toBe(text)
      }),
    )
  })
})
