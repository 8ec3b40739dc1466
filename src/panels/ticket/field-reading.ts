/** What does one field of the ticket mean? Typed text as whole steps, or what is wrong with it. */

import { formatAmount, formatSteps, parseAmount, parseSteps } from "#core/money/steps.ts"
import type { Typed } from "#core/money/typed-decimal.ts"
import type { Problem } from "#core/wire/problem.ts"

/** What can be said of a field: a refusal as the server would say it, or that the text itself isn't clear. */
export type FieldProblem =
  | { kind: "refusal"; problem: Problem; mend?: string | undefined }
  | { kind: "ambiguous"; typed: string; whole: string; decimal: string }
  | { kind: "unreadable" }

export interface Reading {
  /** In whole steps; undefined while empty or wrong. */
  steps?: number
  /** As it is sent: with all decimals of the step. */
  text?: string
  problem?: FieldProblem
}

/** A price or quantity: a whole number of steps. `name`: how the server would refuse a finer one. */
export function readSteps(typed: Typed, typedText: string, step: bigint, name: "TICK" | "LOT"): Reading {
  if (typed.kind !== "number") return unclear(typed, typedText)
  const parsed = parseSteps(typed.text, step)
  if (parsed.ok) {
    if (parsed.value === 0) return { problem: { kind: "refusal", problem: { name: "WRONG_SIZE" } } }
    return { steps: parsed.value, text: formatSteps(parsed.value, step) }
  }
  if (parsed.problem === "FORMAT") return { problem: { kind: "unreadable" } }
  if (parsed.problem === "AMOUNT_LIMIT")
    return { problem: { kind: "refusal", problem: { name: "AMOUNT_LIMIT" } } }
  const values = { [name === "TICK" ? "tick" : "lot"]: formatAmount(step) }
  return { problem: { kind: "refusal", problem: { name, values }, mend: coarser(typed.text, step) } }
}

/** An amount of the quote currency, in 1e-8. */
export function readAmount(typed: Typed, typedText: string): { units?: bigint; problem?: FieldProblem } {
  if (typed.kind !== "number") return unclear(typed, typedText)
  const parsed = parseAmount(typed.text)
  if (parsed.ok) {
    if (parsed.value === 0n) return { problem: { kind: "refusal", problem: { name: "WRONG_SIZE" } } }
    return { units: parsed.value }
  }
  if (parsed.problem === "FORMAT") return { problem: { kind: "unreadable" } }
  return { problem: { kind: "refusal", problem: { name: parsed.problem } } }
}

function unclear(typed: Exclude<Typed, { kind: "number" }>, typedText: string): { problem?: FieldProblem } {
  if (typed.kind === "empty") return {}
  if (typed.kind === "wrong") return { problem: { kind: "unreadable" } }
  const { whole, decimal } = typed
  return { problem: { kind: "ambiguous", typed: typedText.trim(), whole, decimal } }
}

/** The next whole step below, as wire text; undefined when that is nothing. */
function coarser(text: string, step: bigint): string | undefined {
  const [whole = "0", fraction = ""] = text.split(".")
  const units = BigInt(whole) * 100_000_000n + BigInt(fraction.slice(0, 8).padEnd(8, "0"))
  const count = units / step
  return count > 0n ? formatSteps(Number(count), step) : undefined
}
