/** Recounts AI products from nothing but what is held (I5, A3). */

import { AI_DAY_MS, rewardAfter } from "#core/ai/reward.ts"
import { readLedgerAccount } from "../ledger/ledger-account.ts"
import type { BooksAudit } from "../risk/clearing.ts"
import type { EngineState } from "../state.ts"
import type { Holding } from "./ai-state.ts"
import { AI_RESERVE } from "./reserve-accounts.ts"

/** By account and currency: what it must have. */
class Expected {
  readonly #sums = new Map<string, bigint>()

  add(name: string, currency: string, amount: bigint): void {
    const key = `${name} ${currency}`
    this.#sums.set(key, (this.#sums.get(key) ?? 0n) + amount)
  }

  take(name: string, currency: string): bigint {
    const key = `${name} ${currency}`
    const sum = this.#sums.get(key) ?? 0n
    this.#sums.delete(key)
    return sum
  }

  /** What nobody has taken. */
  *left(): Generator<[name: string, amount: bigint]> {
    for (const [name, amount] of this.#sums) if (amount !== 0n) yield [name, amount]
  }
}

/**
 * What users have in AI products is the principals and accrued rewards of their holdings, `ai-reserve.held` all that is
 * promised and not accrued; each holding has earned the days since its start; no issue has sold or paid more than it may.
 */
export function checkAi(state: EngineState, audit: BooksAudit): void {
  const expected = new Expected()
  const ofIssue = new Map<string, { principal: bigint; promised: bigint }>()
  for (const holding of state.ai.holdings()) {
    const { account, currency, principal, promised, product, issue } = holding.terms
    expected.add(`${account}.ai.principal`, currency, principal)
    expected.add(`${account}.ai.reward`, currency, holding.reward)
    expected.add(AI_RESERVE.held, currency, promised - holding.reward)
    const key = `${product} ${issue}`
    const sums = ofIssue.get(key) ?? { principal: 0n, promised: 0n }
    ofIssue.set(key, { principal: sums.principal + principal, promised: sums.promised + promised })
    checkHolding(holding, state.log.now, audit)
  }
  compareAccounts(state, expected, audit)
  checkIssues(state, ofIssue, audit)
}

function checkHolding({ terms, accruedDays, reward }: Holding, now: number, audit: BooksAudit): void {
  const { id, principal, rate, days, starts } = terms
  const passed = Math.max(0, Math.floor((now - starts) / AI_DAY_MS))
  if (accruedDays !== passed || accruedDays >= days)
    audit.report(`holding ${id} has ${accruedDays} of ${days} days, ${passed} have passed`)
  const earned = rewardAfter(principal, rate, accruedDays)
  if (reward !== earned)
    audit.report(`holding ${id} has a reward of ${reward}, ${accruedDays} days give ${earned}`)
}

function compareAccounts({ ledger }: EngineState, expected: Expected, audit: BooksAudit): void {
  for (const { name, currency, balance } of ledger.systemAccounts()) {
    if (name !== AI_RESERVE.held && readLedgerAccount(name)?.kind !== "ai") continue
    const sum = expected.take(name, currency)
    if (balance !== sum) audit.report(`${name} has ${balance} of ${currency}, holdings say ${sum}`)
  }
  for (const [name, amount] of expected.left()) audit.report(`${name} has nothing, holdings say ${amount}`)
}

function checkIssues(
  { ai }: EngineState,
  ofIssue: ReadonlyMap<string, { principal: bigint; promised: bigint }>,
  audit: BooksAudit,
): void {
  for (const { terms, issues } of ai.products())
    for (const { number, size, sold, promised, paid } of issues) {
      const running = ofIssue.get(`${terms.id} ${number}`) ?? { principal: 0n, promised: 0n }
      if (sold > size || running.principal > sold || running.promised + paid > promised)
        audit.report(
          `issue ${number} of ${terms.id} has sold ${sold} of ${size} and paid ${paid} of ${promised}, ${running.principal} is held`,
        )
    }
}
