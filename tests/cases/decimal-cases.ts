/** Rounding on decimal text, as the published cases put it. */

import { Decimal } from "#core/money/decimal.ts"
import type { Adapter } from "./case-file.ts"

interface Rounding {
  value: string
  mode?: "ROUND" | "TRUNCATE"
  decimals: number
  digits: number
  tick: string
}

/** Away from zero at the half, or towards zero. */
const modeOf = (mode: Rounding["mode"]) => (mode === "TRUNCATE" ? Decimal.ROUND_DOWN : Decimal.ROUND_HALF_UP)

const rounding = (compute: (inputs: Rounding) => string): Adapter => {
  return (inputs) => ({ result: compute(inputs as unknown as Rounding) })
}

export const decimalAdapters: Readonly<Record<string, Adapter>> = {
  "decimal.places": rounding(({ value, decimals, mode }) =>
    new Decimal(value).toFixed(decimals, modeOf(mode)),
  ),
  "decimal.significant": rounding(({ value, digits, mode }) =>
    new Decimal(value).toSignificantDigits(digits, modeOf(mode)).toFixed(),
  ),
  "decimal.tick": rounding(({ value, tick, mode }) =>
    new Decimal(value).toNearest(new Decimal(tick), modeOf(mode)).toFixed(),
  ),
}
