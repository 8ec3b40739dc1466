/** What is with AI products, currency by currency. */

import { formatAmount, unitsOf } from "#core/money/steps.ts"
import type { AiHolding } from "#core/wire/ai.ts"

export interface AiSum {
  currency: string
  principal: string
  /** Accrued so far: lost by an early end. */
  reward: string
}

/** Running holdings summed by currency, in the order of their names. */
export function aiSumsOf(holdings: readonly Pick<AiHolding, "currency" | "principal" | "reward">[]): AiSum[] {
  const sums = new Map<string, { principal: bigint; reward: bigint }>()
  for (const { currency, principal, reward } of holdings) {
    const sum = sums.get(currency) ?? { principal: 0n, reward: 0n }
    sum.principal += unitsOf(principal)
    sum.reward += unitsOf(reward)
    sums.set(currency, sum)
  }
  return [...sums]
    .sort(([one], [other]) => one.localeCompare(other, "en"))
    .map(([currency, { principal, reward }]) => ({
      currency,
      principal: formatAmount(principal),
      reward: formatAmount(reward),
    }))
}
