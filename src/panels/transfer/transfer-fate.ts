/**
 * What an answer says about a transfer, also when it isn't the first answer. Asking again means sending the same
 * request with the same key: it acts at most once, and once acted gives the first answer again (S12).
 */

import type { BillRow } from "#core/wire/asset-calls.ts"
import type { CallFailure } from "../../api/call.ts"

/**
 * - `refused`: it was not done, and never will be.
 * - `open`: nobody knows; ask again.
 * - `expired`: too old to be done now; whether it was done before, only the bill tells.
 */
type Fate = "refused" | "open" | "expired"

/** Nothing of what was asked reached the engine, so these tell nothing about an earlier time. */
const BEFORE_THE_ENGINE: readonly CallFailure["name"][] = ["RATE_LIMIT", "ENGINE_BUSY", "SESSION", "WAIT"]
/** No word about what was done. */
const WORDLESS: readonly CallFailure["name"][] = ["NETWORK", "INTERNAL"]

/** @param isFirst nothing was sent with this key before */
export function fateOf({ name }: CallFailure, isFirst: boolean): Fate {
  if (WORDLESS.includes(name)) return "open"
  if (isFirst) return "refused"
  if (name === "REQUEST_EXPIRED") return "expired"
  return BEFORE_THE_ENGINE.includes(name) ? "open" : "refused"
}

/** The line of the bill that a transfer with this key left, if it was done. */
export const lineOf = (rows: readonly BillRow[], key: string): BillRow | undefined =>
  rows.find(({ reference }) => reference === key || reference.endsWith(`:${key}`))

const PAUSES_MS = [1000, 2000, 4000, 8000]
const PAUSE_MAX_MS = 15_000

/** How long to wait before asking for the n-th time (from 0). */
export const pauseBefore = (asked: number): number => PAUSES_MS[asked] ?? PAUSE_MAX_MS
