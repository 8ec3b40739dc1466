/** Facts about a call beside its schemas: who may call, its rate limit, and its possible refusals. */

import type { Access, Endpoint, LimitName, ProblemName } from "#core/wire/index.ts"
import { callLimits, type LimitSettings } from "../http/http-limits.ts"

const ACCESS: Readonly<Record<Access, string>> = {
  visitor: "For visitors: no login is needed.",
  user: "For users: needs a session.",
  operator: "For the operator, on the loopback door.",
}
export const accessText = ({ access }: Endpoint): string => ACCESS[access]

export const limitText = ({ limit }: { limit: LimitName }, settings: LimitSettings): string =>
  `Counts as \`${limit}\`: at most ${callLimits(settings)[limit]} a second of one address.`

/** Refusals that a call may bring beside its own; INTERNAL has a status of its own. */
export function problemsOf({ access, problems }: Endpoint): ProblemName[] {
  const door: ProblemName[] = ["RATE_LIMIT", "FORMAT", "MESSAGE_SIZE"]
  return [...new Set([...problems, ...(access === "visitor" ? [] : (["SESSION"] as const)), ...door])]
}
