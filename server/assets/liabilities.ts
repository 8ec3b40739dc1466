/** What the exchange owes its users, counted from the engine's accounts. */

import type { EngineState } from "#server/engine/state.ts"
import { amountsOfUsers } from "./own-worth.ts"

/** What one user has of one currency in all accounts together, available and held. */
export interface OwedAmount {
  userId: number
  currency: string
  /** 1e-8, above zero. */
  amount: bigint
}

/**
 * By user, then currency; between two commands only. What was lent to a user against open profit (L5) is taken off what
 * he has; holdings of AI products count with what has accrued. Accounts of the house are the operator's own money and no
 * liability.
 */
export function liabilitiesOf(state: EngineState): OwedAmount[] {
  const sums = amountsOfUsers(
    state,
    ({ available, held, margin, advance }) => available + held + margin - advance,
  )
  return [...sums].flatMap(([userId, own]) =>
    [...own].filter(([, amount]) => amount > 0n).map(([currency, amount]) => ({ userId, currency, amount })),
  )
}
