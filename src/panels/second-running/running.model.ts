/** How a running second contract would end if the index stayed where it is. Plain functions. */

import { formatAmount, unitsOf } from "#core/money/steps.ts"
import type { Price8 } from "#core/money/units.ts"
import { outcomeAt, type SecondOutcome } from "#core/second/second-contract.ts"
import type { SecondContract } from "#core/wire/second.ts"

interface Standing {
  outcome: Exclude<SecondOutcome, "refunded">
  /** Of the index against the open price. */
  place: "above" | "below" | "equal"
  /** Gained or lost, wire text with a sign below zero. */
  money: string
}

/** @param price wire text of the newest tick */
export function standingAt(
  { direction, open, stake, profit }: Pick<SecondContract, "direction" | "open" | "stake" | "profit">,
  price: string,
): Standing {
  const now = unitsOf(price) as bigint as Price8
  const from = unitsOf(open.price) as bigint as Price8
  const outcome = outcomeAt(direction, from, now) as Standing["outcome"]
  return {
    outcome,
    place: now === from ? "equal" : now > from ? "above" : "below",
    money:
      outcome === "won"
        ? formatAmount(unitsOf(profit), 2)
        : outcome === "lost"
          ? formatAmount(-unitsOf(stake), 2)
          : "0.00",
  }
}

/** An amount of the quote with its cents: "50.00". */
export const moneyOf = (text: string): string => formatAmount(unitsOf(text), 2)

/** How much of the period has passed, 0 … 1. */
export const passedShare = (
  { opened, expiry }: Pick<SecondContract, "opened" | "expiry">,
  serverNow: number,
): number => Math.min(1, Math.max(0, (serverNow - opened) / (expiry - opened)))
