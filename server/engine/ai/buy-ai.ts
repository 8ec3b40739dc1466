/** `ai.buy`: buys of a product, and sets its whole reward aside at once (A2). */

import { rewardAfter, startOf } from "#core/ai/reward.ts"
import { formatAmount } from "#core/money/steps.ts"
import { type Amount, addAmounts, NO_AMOUNT } from "#core/money/units.ts"
import type { Problem } from "#core/wire/problem.ts"
import type { AnswerOf } from "../answer.ts"
import { checkFunds } from "../ledger/move-money.ts"
import { checkFrozen, once } from "../orders/envelope.ts"
import type { EngineState } from "../state.ts"
import type { BuyAi } from "./ai-command.ts"
import type { AiIssueView, AiProductView, AiTerms, AiView } from "./ai-event.ts"
import { presentIssue, productState, viewHolding } from "./ai-state.ts"
import { armAiDay } from "./end-ai-day.ts"
import { tellIssue } from "./offer-ai.ts"
import { AI_RESERVE } from "./reserve-accounts.ts"

/** What is bought, and of which issue. */
interface Target {
  product: AiProductView
  issue: AiIssueView
}

/** Every reward that is promised exists: it is taken from what the reserve has free. */
export function buyAi(state: EngineState, command: BuyAi): AnswerOf<BuyAi> {
  const { account, product, amount, key, keysMax, sentAt } = command
  const body = () => [product, amount].join("|")
  return once(state, { kind: "ai", account, key, keysMax, sentAt, body }, () => {
    const target = targetOf(state, command)
    if ("name" in target) return { ok: false, problem: target }
    const terms = termsOf(state, command, target)
    const problem = checkLimits(state, command, target) ?? checkMoney(state, terms)
    if (problem) return { ok: false, problem }
    return { ok: true, value: { holding: buy(state, terms, target) } }
  })
}

/** Families 3 to 6: the account, what is asked for, and whether it is sold now. */
function targetOf(state: EngineState, { account, product: id, amount }: BuyAi): Target | Problem {
  const frozen = checkFrozen(state, account)
  if (frozen) return frozen
  const product = state.ai.product(id)
  // A draft is nobody's business yet.
  if (!product || product.terms.offer === "draft") return { name: "UNKNOWN_PRODUCT" }
  if (product.terms.offer === "closed") return { name: "WRONG_STATE", values: { state: "closed" } }
  const issue = presentIssue(product)
  if (!issue || productState(product) !== "on-sale") return issueFull(product.terms, NO_AMOUNT)
  if (state.pauses.audit) return { name: "TRANSFERS_STOPPED" }
  return amount <= 0n ? { name: "WRONG_SIZE" } : { product: product.terms, issue }
}

/** Least and most of a user, then what is left of the issue. */
function checkLimits(
  { ai }: EngineState,
  { account, amount }: BuyAi,
  { product, issue }: Target,
): Problem | undefined {
  const { minimum, maximum, currency } = product
  const left = maximum - ai.heldOf(account, product.id)
  if (amount < minimum || amount > left)
    return {
      name: "PURCHASE_LIMIT",
      values: { minimum: formatAmount(minimum), left: formatAmount(left > 0n ? left : 0n), currency },
    }
  const unsold = (issue.size - issue.sold) as Amount
  return amount > unsold ? issueFull(product, unsold) : undefined
}

const issueFull = ({ currency }: AiProductView, left: Amount): Problem => ({
  name: "ISSUE_FULL",
  values: { left: formatAmount(left), currency },
})

/** The user's money, then the reserve's. */
function checkMoney(
  { ledger }: EngineState,
  { account, currency, principal, promised }: AiTerms,
): Problem | undefined {
  const problem = checkFunds(ledger.balance(account, "funding", currency), principal)
  if (problem) return problem
  const free = ledger.systemBalance(AI_RESERVE.available, currency)
  if (promised <= free) return undefined
  return {
    name: "RESERVE_LIMIT",
    values: { reward: formatAmount(promised), left: formatAmount(free), currency },
  }
}

function termsOf({ ai, log }: EngineState, command: BuyAi, { product, issue }: Target): AiTerms {
  const { account, amount: principal, key } = command
  const { id, name, currency, days, rate, earlyFee } = product
  return {
    id: ai.nextId,
    ...{ account, product: id, name, issue: issue.number, key, currency, principal, rate, days, earlyFee },
    bought: log.now,
    starts: startOf(log.now),
    promised: rewardAfter(principal, rate, days),
  }
}

function buy(state: EngineState, terms: AiTerms, { product, issue }: Target): AiView {
  const { ledger, ai, log } = state
  const { id, account, currency, principal, promised } = terms
  ai.nextId += 1
  ledger.open("ai-buy", `ai:${id}`)
  ledger.available(ledger.balance(account, "funding", currency), -principal)
  ledger.own(ledger.ai(account, "principal", currency), principal)
  ledger.own(ledger.system(AI_RESERVE.available, currency), -promised)
  ledger.own(ledger.system(AI_RESERVE.held, currency), promised)
  ledger.close()
  issue.sold = addAmounts(issue.sold, principal)
  issue.promised = addAmounts(issue.promised, promised)
  // What is left below the least purchase can't be bought any more.
  if (issue.size - issue.sold < product.minimum) issue.state = "sold-out"
  const holding = { terms, accruedDays: 0, reward: NO_AMOUNT, sequence: log.seq }
  ai.add(holding)
  armAiDay(state)
  tellIssue(state, product.id, issue)
  const view = viewHolding(holding)
  log.push({ type: "ai", holding: view })
  return view
}
