/** Does what we computed agree with what was published? Decimals are compared as decimals, never as binary floats. */

import { Decimal } from "#core/money/decimal.ts"
import type { WorkedCase } from "./case-file.ts"

const NUMBER = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i

/** The differences, each as a sentence; empty when all expected fields agree. Fields not expected don't count. */
export function differences(worked: WorkedCase, actual: unknown): string[] {
  return Object.entries(worked.expected).flatMap(([field, wanted]) => {
    const tolerance =
      typeof worked.tolerance_abs === "object" ? worked.tolerance_abs[field] : worked.tolerance_abs
    const got = Object(actual)[field]
    return agrees(wanted, got, new Decimal(tolerance ?? 0))
      ? []
      : [`${field}: expected ${JSON.stringify(wanted)}, got ${JSON.stringify(got)}`]
  })
}

function agrees(wanted: unknown, got: unknown, tolerance: Decimal): boolean {
  if (Array.isArray(wanted))
    return (
      Array.isArray(got) &&
      got.length === wanted.length &&
      wanted.every((each, at) => agrees(each, got[at], tolerance))
    )
  if (wanted !== null && typeof wanted === "object")
    return Object.entries(wanted).every(([field, value]) => agrees(value, Object(got)[field], tolerance))
  if (isNumber(wanted) && isNumber(got))
    return new Decimal(wanted).minus(new Decimal(got)).abs().lte(tolerance)
  return wanted === got
}

const isNumber = (value: unknown): value is string | number =>
  typeof value === "number" || (typeof value === "string" && NUMBER.test(value))
