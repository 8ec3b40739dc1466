/** The moment at which a replay begins, as a field for date and time has it. */

import { epochOf, localMs } from "../../../text/zone.ts"

/** `2026-11-25T10:00`, in the page's zone. */
export const fieldMoment = (timeMs: number): string => new Date(localMs(timeMs)).toISOString().slice(0, 16)

/** A replay begins so long before now at least: there must be something to play. */
const LEAST_MS = 2 * 60_000

export type ReadMoment = { kind: "empty" | "wrong" | "future" } | { kind: "moment"; time: number }

/** @param now epoch ms */
export function readMoment(text: string, now: number): ReadMoment {
  if (text === "") return { kind: "empty" }
  const time = epochOf(Date.parse(`${text}Z`))
  if (!Number.isFinite(time) || time <= 0) return { kind: "wrong" }
  return time > now - LEAST_MS ? { kind: "future" } : { kind: "moment", time }
}
