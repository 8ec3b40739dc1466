/** Runs the cases of a file; an unknown `fn` is counted as skipped, by name. */

import { adapters } from "./adapters.ts"
import { CannotRun, type CaseContext, type WorkedCase } from "./case-file.ts"
import { differences } from "./compare.ts"

export interface CaseResult {
  id: string
  fn: string
  outcome: "passed" | "failed" | "skipped"
  /** Why it failed or was skipped. */
  detail: string
}

export function runCases(cases: readonly WorkedCase[], context: CaseContext): CaseResult[] {
  return cases.map((worked) => ({ id: worked.id, fn: worked.fn, ...runCase(worked, context) }))
}

function runCase(worked: WorkedCase, context: CaseContext): Pick<CaseResult, "outcome" | "detail"> {
  const adapter = adapters[worked.fn]
  if (!adapter) return { outcome: "skipped", detail: "no adapter" }
  try {
    const wrong = differences(worked, adapter(worked.inputs, context))
    return wrong.length ? { outcome: "failed", detail: wrong.join("; ") } : { outcome: "passed", detail: "" }
  } catch (error) {
    if (error instanceof CannotRun) return { outcome: "skipped", detail: error.message }
    return { outcome: "failed", detail: String(error) }
  }
}
