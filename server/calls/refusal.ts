/** Refusals as handlers give them: thrown where a call has no other way out, or passed on from the engine. */

import type { Endpoint, Problem, ProblemName } from "#core/wire/index.ts"

/** A refusal on its way to the error handler; thrown where fastify leaves no other way out. */
export class Refusal extends Error {
  override readonly name = "Refusal"
  readonly problem: Problem
  /** HTTP status of the answer: 200 for a call of the wire, another for a page or a file. */
  readonly status: number
  /** How long the answer is held back, ms. */
  readonly delayMs: number

  constructor(problem: Problem, { status = 200, delayMs = 0 }: { status?: number; delayMs?: number } = {}) {
    super(problem.name)
    this.problem = problem
    this.status = status
    this.delayMs = delayMs
  }
}

/** The door's own, which any call may be answered with (core/wire/endpoint.ts). */
const OF_THE_DOOR: ReadonlySet<ProblemName> = new Set(["FORMAT", "RATE_LIMIT", "INTERNAL"])

/** @throws Error for one that isn't declared: a bug, said as INTERNAL. */
export function declared<Name extends ProblemName>(
  { path, problems }: Pick<Endpoint, "path"> & { problems: readonly Name[] },
  problem: Problem,
): { ok: false; problem: Problem<Name> } {
  if (problems.some((name) => name === problem.name)) return { ok: false, problem: problem as Problem<Name> }
  if (OF_THE_DOOR.has(problem.name)) throw new Refusal(problem)
  throw new Error(`${path} was refused with ${problem.name}, which it doesn't declare`)
}
