/** Which refusals of the engine may an answer carry? Those that the call declares; the engine's own failure is the door's. */

import type { Endpoint, Problem, ProblemName } from "#core/wire/index.ts"
import { Refusal } from "./envelope.ts"

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
