/** An expected failure at start, reported as one clear line; everything else that stops a start is a bug. */

export class StartProblem extends Error {
  override readonly name = "StartProblem"
}

/** Code of a system error (`ENOSPC`, `EACCES` …), if it is one. */
export function systemCode(error: unknown): string | undefined {
  const code = error instanceof Error && "code" in error ? error.code : undefined
  return typeof code === "string" ? code : undefined
}
