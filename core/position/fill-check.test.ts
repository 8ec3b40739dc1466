/** The check of a fill on both sides (P17). */

import { expect, test } from "vitest"
import type { Amount, Fine } from "../money/units.ts"
import { type AfterFill, bearsFill } from "./fill-check.ts"

const sound: AfterFill = { equity: 11n as Fine, maintenance: 10n as Fine, free: 0n as Fine }

test.each<[string, { isTaker: boolean; opens: boolean }, Partial<AfterFill>, boolean]>([
  ["a taker opens with free margin", { isTaker: true, opens: true }, {}, true],
  ["not without", { isTaker: true, opens: true }, { free: -1n as Fine }, false],
  ["a maker opens without", { isTaker: false, opens: true }, { free: -1n as Fine }, true],
  ["nobody opens at a ratio of 100 %", { isTaker: false, opens: true }, { equity: 10n as Fine }, false],
  [
    "nobody opens isolated without the cash",
    { isTaker: false, opens: true },
    { available: -1n as Amount },
    false,
  ],
  ["anyone reduces down to no equity", { isTaker: true, opens: false }, { equity: 0n as Fine }, true],
  ["nobody reduces below it", { isTaker: false, opens: false }, { equity: -1n as Fine }, false],
])("%s (P17)", (_, fill, fields, bears) => {
  expect(bearsFill(fill, { ...sound, ...fields })).toBe(bears)
})
