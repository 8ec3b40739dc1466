/** Compares computed with published values; decimals as decimals, never as binary floats. */

import { Decimal } from "#core/money/decimal.ts"
import { CannotRun, type WorkedCase } from "./case-file.ts"

/** One result in several spellings that files use for it, all of them true; any of them agrees. */
export class AnyOf {
  readonly spellings: readonly unknown[]

  constructor(spellings: readonly unknown[]) {
    this.spellings = spellings
  }
}

const NUMBER = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i

/**
 * The differences, each as a sentence; empty when all expected fields agree. Fields not expected don't count. Throws
 * {@link CannotRun} where nothing differs but a field is asked for that isn't computed.
 */
export function differences(worked: WorkedCase, actual: unknown): string[] {
  const computed = Object(actual) as Record<string, unknown>
  const unknown = Object.keys(worked.expected).filter((field) => !(field in computed))
  const wrong = wrongFields(worked, computed, unknown)
  if (wrong.length === 0 && unknown.length > 0) throw new CannotRun(`not computed: ${unknown.join(", ")}`)
  return wrong
}

function wrongFields(
  worked: WorkedCase,
  computed: Record<string, unknown>,
  unknown: readonly string[],
): string[] {
  return Object.entries(worked.expected).flatMap(([field, wanted]) => {
    if (unknown.includes(field)) return []
    const tolerance =
      typeof worked.tolerance_abs === "object" ? worked.tolerance_abs[field] : worked.tolerance_abs
    const got = computed[field]
    return agrees(wanted, got, new Decimal(tolerance ?? 0))
      ? []
      : [`${field}: expected ${JSON.stringify(wanted)}, got ${told(got)}`]
  })
}

/** Of several spellings the first. */
const told = (got: unknown): string =>
  JSON.stringify(got, (_, value) => (value instanceof AnyOf ? value.spellings[0] : value))

function agrees(wanted: unknown, got: unknown, tolerance: Decimal): boolean {
  if (got instanceof AnyOf) return got.spellings.some((each) => agrees(wanted, each, tolerance))
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
