/** Rounding on decimal text, as the published cases put it. */

import * as z from "zod/mini"
import { Decimal } from "#core/money/decimal.ts"
import type { Adapter } from "./case-file.ts"
import { adapterFor, decimal } from "./read-inputs.ts"

const mode = z.optional(z.enum(["ROUND", "TRUNCATE"]))
const count = z.int().check(z.nonnegative())

/** Away from zero at the half, or towards zero. */
const modeOf = (given: z.output<typeof mode>) =>
  given === "TRUNCATE" ? Decimal.ROUND_DOWN : Decimal.ROUND_HALF_UP

export const decimalAdapters: Readonly<Record<string, Adapter>> = {
  "decimal.places": adapterFor(z.object({ value: decimal, decimals: count, mode }), (given) => ({
    result: new Decimal(given.value).toFixed(given.decimals, modeOf(given.mode)),
  })),
  "decimal.significant": adapterFor(z.object({ value: decimal, digits: count, mode }), (given) => ({
    result: new Decimal(given.value).toSignificantDigits(given.digits, modeOf(given.mode)).toFixed(),
  })),
  "decimal.tick": adapterFor(z.object({ value: decimal, tick: decimal, mode }), (given) => ({
    result: new Decimal(given.value).toNearest(new Decimal(given.tick), modeOf(given.mode)).toFixed(),
  })),
}
