/** What the exchange owes its users, counted from the engine's accounts. */

import { userIdOf } from "#server/engine/ledger/ledger-account.ts"
import type { EngineState } from "#server/engine/state.ts"

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
export function liabilitiesOf({ ledger, ai }: EngineState): OwedAmount[] {
  const sums = new Map<number, Map<string, bigint>>()
  const add = (accountId: string, currency: string, amount: bigint) => {
    const userId = userIdOf(accountId)
    if (userId === undefined) return
    const own = sums.get(userId) ?? new Map<string, bigint>()
    sums.set(userId, own.set(currency, (own.get(currency) ?? 0n) + amount))
  }
  for (const account of ledger.accounts())
    for (const { currency, available, held, margin, advance } of account.balances())
      add(account.id, currency, available + held + margin - advance)
  for (const { terms, reward } of ai.holdings()) add(terms.account, terms.currency, terms.principal + reward)
  return [...sums].flatMap(([userId, own]) =>
    [...own].filter(([, amount]) => amount > 0n).map(([currency, amount]) => ({ userId, currency, amount })),
  )
}
