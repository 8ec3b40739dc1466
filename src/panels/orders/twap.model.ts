/** What the list of TWAPs says of each, as plain functions (S20). */

import { unitsOf } from "#core/money/steps.ts"
import type { TwapRow } from "#core/wire/twap-calls.ts"

/** Whole percent of its total that is filled, down. */
export function twapPercent({ executed, quantity }: Pick<TwapRow, "executed" | "quantity">): number {
  const total = unitsOf(quantity)
  return total > 0n ? Number((unitsOf(executed) * 100n) / total) : 0
}

const ENDS = {
  FILLED: "filled",
  TIME: "time",
  OWNER: "owner",
  COUNTDOWN: "countdown",
  INSUFFICIENT_BALANCE: "funds",
  INSUFFICIENT_MARGIN: "funds",
  REDUCE_ONLY_NO_POSITION: "position",
  ACCOUNT_FROZEN: "frozen",
  DELISTED: "market",
  CLOSING_ONLY: "market",
} as const

/** Which words say why it has ended; the wire may have names that this page doesn't know. */
export const endOf = (end: string): (typeof ENDS)[keyof typeof ENDS] | "refused" =>
  Object.hasOwn(ENDS, end) ? ENDS[end as keyof typeof ENDS] : "refused"
