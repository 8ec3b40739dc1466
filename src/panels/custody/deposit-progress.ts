/** How far a deposit is: which confirmations it waits for now, and how its state looks. Plain functions. */

import type { Deposit } from "#core/wire/custody.ts"

/** Confirmations so far and those it waits for: at first for the credit, then for the withdrawal. Null: for none any more. */
export function progressOf(deposit: Deposit): { now: number; of: number } | null {
  const { status, confirmations, creditAfter, finalAfter } = deposit
  if (status === "seen" || status === "confirming") return { now: confirmations, of: creditAfter }
  if (status === "credited") return { now: confirmations, of: finalAfter }
  return null
}

const TONES = {
  seen: "info",
  confirming: "info",
  "below-minimum": "warn",
  credited: "accent",
  final: "positive",
  vanished: "warn",
  reversed: "danger",
} as const satisfies Record<Deposit["status"], string>

export const toneOf = ({ status }: Deposit) => TONES[status]
