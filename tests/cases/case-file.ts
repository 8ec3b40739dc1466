/** The format of case files: published worked examples that any right implementation must agree with. */

export interface WorkedCase {
  id: string
  /** Name of the calculation; one adapter each. */
  fn: string
  scope: "universal" | "venue"
  inputs: Record<string, unknown>
  expected: Record<string, unknown>
  /** Absolute tolerance for all expected fields, or by field (missing: 0). */
  tolerance_abs?: string | Record<string, string>
}

/** Computes what a case expects with our own code. Throws {@link CannotRun} where the case lacks what it needs. */
export type Adapter = (inputs: Record<string, unknown>, context: CaseContext) => unknown

export interface CaseContext {
  /** Finds a recording named by a case; undefined when it isn't on this machine. */
  recording(file: string): string | undefined
}

/** The case can't be run here (a missing recording, an input only described in words): counted as skipped. */
export class CannotRun extends Error {}

/** Reads the text of a case file; throws with a plain sentence when it is none. */
export function parseCaseFile(text: string): WorkedCase[] {
  const value: unknown = JSON.parse(text)
  const cases = Array.isArray(value) ? value : Object(value).cases
  if (!Array.isArray(cases)) throw new Error("no list of cases: expected { cases: [...] }")
  for (const each of cases)
    if (typeof each?.id !== "string" || typeof each.fn !== "string" || !isRecord(each.expected))
      throw new Error(`a case lacks id, fn or expected: ${JSON.stringify(each).slice(0, 120)}`)
  return cases.map((each) => ({ ...each, inputs: Object(each.inputs) }))
}

const isRecord = (value: unknown): boolean => value !== null && typeof value === "object"
