/** What one field of a ticket means: typed text as it would be sent, or what is wrong with it. */

import { formatAmount } from "#core/money/steps.ts"
import {
  type DecimalMark,
  readTyped,
  readTypedAmount,
  readTypedSteps,
  type TypedAmount,
  type TypedSteps,
} from "#core/money/typed-decimal.ts"
import { checkDistance, DISTANCE_LEAST, DISTANCE_MOST } from "#core/order/trailing-stop.ts"
import type { Problem } from "#core/wire/problem.ts"

/** What can be said of a field: a refusal as the server would say it, or that the text itself isn't clear. */
export type FieldProblem =
  | { kind: "refusal"; problem: Problem; mend?: string | undefined }
  | { kind: "ambiguous"; typed: string; whole: string; decimal: string }
  | { kind: "unreadable" }
  /** A price of nothing or less; an amount of nothing is refused as the server would. */
  | { kind: "no-price" }

export interface Reading {
  /** In whole steps; undefined while empty or wrong. */
  steps?: number
  /** As it is sent: with all decimals of the step. */
  text?: string
  problem?: FieldProblem
}

/** A price, quantity or rate: a whole number of steps. `name`: how the server would refuse a finer one. */
export function readSteps(
  typed: string,
  mark: DecimalMark,
  step: bigint,
  name: "TICK" | "LOT" | "PRECISION",
): Reading {
  const read = readTypedSteps(typed, mark, step)
  if (read.kind === "number") return { steps: read.steps, text: read.text }
  const values = name === "PRECISION" ? {} : { [name.toLowerCase()]: formatAmount(step) }
  const isNothing = read.kind === "zero" || isNegative(typed, mark)
  if (name === "TICK" && isNothing) return { problem: { kind: "no-price" } }
  return problemOf(isNothing ? { kind: "zero" } : read, typed, (below) => ({
    kind: "refusal",
    problem: { name, values },
    mend: below,
  }))
}

/** An amount of the quote currency, in 1e-8. */
export function readAmount(typed: string, mark: DecimalMark): { units?: bigint; problem?: FieldProblem } {
  const read = readTypedAmount(typed, mark)
  if (read.kind === "number") return { units: read.units }
  const found = isNegative(typed, mark) ? ({ kind: "zero" } as const) : read
  return problemOf(found, typed, () => refusal({ name: "PRECISION" }))
}

/** Of a percentage: its steps are a rate in 1e-8. */
export const PERCENT_STEP = 100n

/** The distance of a trailing stop, typed in percent; `steps`: a rate in 1e-8 (S9). */
export function readDistance(typed: string, mark: DecimalMark): Reading {
  const reading = readPercent(typed, mark)
  const isNothing = reading.problem?.kind === "refusal" && reading.problem.problem.name === "WRONG_SIZE"
  const rate = isNothing ? 0n : reading.steps === undefined ? undefined : BigInt(reading.steps)
  const problem = checkDistance(rate)
  if (!problem || rate === undefined) return reading
  const bound = rate < DISTANCE_LEAST ? DISTANCE_LEAST : DISTANCE_MOST
  return { problem: { kind: "refusal", problem, mend: formatAmount(bound * PERCENT_STEP) } }
}

/** A percentage; `steps`: a rate in 1e-8, `text`: in percent, without needless zeros. */
export function readPercent(typed: string, mark: DecimalMark): Reading {
  const reading = readSteps(typed, mark, PERCENT_STEP, "PRECISION")
  if (reading.steps === undefined) return reading
  return { ...reading, text: formatAmount(BigInt(reading.steps) * PERCENT_STEP) }
}

/** A number behind a hyphen or a minus. */
const isNegative = (typed: string, mark: DecimalMark): boolean =>
  /^\s*[-\u2212\u2013]/.test(typed) &&
  ["number", "ambiguous"].includes(readTyped(typed.replace(/^\s*./, ""), mark).kind)

type NotRead = Exclude<TypedSteps | TypedAmount, { kind: "number" }>

const refusal = (problem: Problem): FieldProblem => ({ kind: "refusal", problem })

function problemOf(
  read: NotRead,
  typed: string,
  tooFine: (below: string | undefined) => FieldProblem,
): { problem?: FieldProblem } {
  switch (read.kind) {
    case "empty":
      return {}
    case "wrong":
      return { problem: { kind: "unreadable" } }
    case "ambiguous":
      return { problem: { kind: "ambiguous", typed: typed.trim(), whole: read.whole, decimal: read.decimal } }
    case "zero":
      return { problem: refusal({ name: "WRONG_SIZE" }) }
    case "too-large":
      return { problem: refusal({ name: "AMOUNT_LIMIT" }) }
    case "too-fine":
      return { problem: tooFine(read.below) }
  }
}
