/** Text converts to whole steps and back without rounding, for any text. */

import fc from "fast-check"
import { describe, expect, test } from "vitest"
import {
  fineUnitsOf,
  formatAmount,
  formatFine,
  formatSteps,
  parseAmount,
  parseSteps,
  stepDecimals,
  stepWriter,
} from "./steps.ts"
import { STEP_COUNT_MAX } from "./units.ts"

/** Steps that instruments have: 10^0 … 10^8 units, also times 2 and 5, and odd ones. */
const step = fc.oneof(
  fc
    .tuple(fc.integer({ min: 0, max: 10 }), fc.constantFrom(1n, 2n, 5n))
    .map(([exponent, factor]) => 10n ** BigInt(exponent) * factor),
  fc.bigInt({ min: 1n, max: 10n ** 11n }),
)

describe("a count of steps", () => {
  test("written and read again is the same, for every step", () => {
    const count = fc.oneof(fc.integer({ min: 0, max: 1000 }), fc.integer({ min: 0, max: STEP_COUNT_MAX }))
    fc.assert(
      fc.property(count, step, (count, step) => {
        fc.pre(BigInt(count) * step <= 10n ** 22n)
        const text = formatSteps(count, step)
        expect(parseSteps(text, step)).toEqual({ ok: true, value: count })
        expect(stepWriter(step)(count)).toBe(text)
        expect(text).toMatch(/^(?:0|[1-9]\d*)(?:\.\d+)?$/)
        expect(text.split(".")[1]?.length ?? 0).toBe(stepDecimals(step))
      }),
    )
  })

  test.each([
    [672841, 10_000_000n, "67284.1"],
    [6728410, 1_000_000n, "67284.10"],
    [1, 1n, "0.00000001"],
    [0, 1_000n, "0.00000"],
    [7, 100_000_000n, "7"],
    [7, 1_000_000_000n, "70"],
    [3, 50_000_000n, "1.5"],
    [2 ** 40, 10n ** 9n, "10995116277760"],
  ])("of %d at %d is written %s", (count, step, text) => {
    expect(formatSteps(count, step)).toBe(text)
  })

  test.each([
    ["0.015", "PRECISION"],
    ["0.011", "PRECISION"],
    ["1e2", "FORMAT"],
    ["1099511627776.01", "AMOUNT_LIMIT"],
    ["10995116277.77", "AMOUNT_LIMIT"],
  ] as const)("is never rounded: %s at 0.01 is %s", (text, problem) => {
    expect(parseSteps(text, 1_000_000n)).toEqual({ ok: false, problem })
  })

  test("is read exactly up to 2^40 and no further", () => {
    expect(parseSteps("1099511627776", 100_000_000n)).toEqual({ ok: true, value: STEP_COUNT_MAX })
    expect(parseSteps("1099511627777", 100_000_000n)).toEqual({ ok: false, problem: "AMOUNT_LIMIT" })
  })
})

describe("an amount", () => {
  test("written and read again is the same", () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 22n }),
        fc.integer({ min: 0, max: 8 }),
        (units, decimals) => {
          expect(parseAmount(formatAmount(units, decimals))).toEqual({ ok: true, value: units })
        },
      ),
    )
  })

  test("keeps its sign, and zero has none", () => {
    expect(formatAmount(-150_000_000n)).toBe("-1.5")
    expect(formatAmount(-1n, 8)).toBe("-0.00000001")
    expect(formatAmount(0n, 2)).toBe("0.00")
  })

  test.each(["100000000000000.00000001", "999999999999999", "1000000000000000000000000"])(
    "above 10^22 units is refused: %s",
    (text) => {
      expect(parseAmount(text).ok).toBe(false)
    },
  )

  test.each([
    ["", "FORMAT"],
    [" 1", "FORMAT"],
    ["1 ", "FORMAT"],
    ["1\n", "FORMAT"],
    ["-1", "FORMAT"],
    ["+1", "FORMAT"],
    ["1,5", "FORMAT"],
    ["1,234.5", "FORMAT"],
    ["1.234,5", "FORMAT"],
    ["1e5", "FORMAT"],
    ["1E-8", "FORMAT"],
    ["0x10", "FORMAT"],
    ["01", "FORMAT"],
    ["00", "FORMAT"],
    [".5", "FORMAT"],
    ["5.", "FORMAT"],
    ["1.2.3", "FORMAT"],
    ["NaN", "FORMAT"],
    ["Infinity", "FORMAT"],
    ["١٢", "FORMAT"],
    ["１", "FORMAT"],
    ["1_000", "FORMAT"],
    ["1\u0000", "FORMAT"],
    [`1${"0".repeat(10_000)}`, "FORMAT"],
    [`0.${"0".repeat(10_000)}1`, "FORMAT"],
    ["0.000000001", "PRECISION"],
    ["0.000000000", "fine"],
    ["0.100000000000000000000000", "fine"],
  ])("%j is %s", (text, verdict) => {
    const parsed = parseAmount(text)
    expect(parsed.ok ? "fine" : parsed.problem).toBe(verdict)
  })

  test("is never made of a text that is no plain decimal, whatever the text (U2)", () => {
    const hostile = fc.oneof(
      fc.string(),
      fc.string({ unit: "grapheme" }),
      fc.string({ unit: fc.constantFrom(..."0123456789.,-+eE_ xX\n\u00a0") }),
    )
    fc.assert(
      fc.property(hostile, (text) => {
        if (!parseAmount(text).ok) return
        expect(text).toMatch(/^\d+(?:\.\d+)?$/)
      }),
      { numRuns: 1000 },
    )
  })
})

describe("the decimals of a step", () => {
  test.each([
    [1n, 8],
    [10n, 7],
    [1_000_000n, 2],
    [50_000_000n, 1],
    [100_000_000n, 0],
    [1_000_000_000n, 0],
    [25n, 8],
  ])("of %d are %d", (step, decimals) => {
    expect(stepDecimals(step)).toBe(decimals)
  })
})

describe("a fine value", () => {
  test("written and read again is the same, below zero too", () => {
    const fine = fc.bigInt({ min: -(10n ** 38n), max: 10n ** 38n })
    fc.assert(fc.property(fine, (value) => fineUnitsOf(formatFine(value)) === value))
  })

  test.each(["", "-", "1e5", "1.12345678901234567", " 1"])("%j counts as nothing", (text) => {
    expect(fineUnitsOf(text)).toBe(0n)
  })
})
