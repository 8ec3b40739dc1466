/** Ends of holdings: at the end of their term (A3), or early (A4). */

import { earlyFeeOf } from "#core/ai/reward.ts"
import { type Amount, addAmounts } from "#core/money/units.ts"
import { refuse } from "#core/wire/problem.ts"
import type { AnswerOf } from "../answer.ts"
import { checkFrozen, once } from "../orders/envelope.ts"
import type { EngineState } from "../state.ts"
import type { WithdrawAi } from "./ai-command.ts"
import type { AiIssueView, AiView } from "./ai-event.ts"
import { type Holding, viewHolding } from "./ai-state.ts"
import { AI_RESERVE } from "./reserve-accounts.ts"

/** `ai.withdraw`: the principal less the fee, at once; what has accrued and what was promised goes back to the reserve. */
export function withdrawAi(state: EngineState, command: WithdrawAi): AnswerOf<WithdrawAi> {
  const { account, holding: id, key, keysMax, sentAt } = command
  return once(state, { kind: "ai-end", account, key, keysMax, sentAt, body: () => String(id) }, () => {
    const problem = checkFrozen(state, account)
    if (problem) return { ok: false, problem }
    const holding = state.ai.holding(id)
    if (holding?.terms.account !== account) return refuse("UNKNOWN_HOLDING")
    if (state.pauses.audit) return refuse("TRANSFERS_STOPPED")
    return { ok: true, value: { holding: withdraw(state, holding) } }
  })
}

function withdraw(state: EngineState, holding: Holding): AiView {
  const { ledger, ai } = state
  const { terms, reward } = holding
  const { id, account, currency, principal, promised } = terms
  const fee = earlyFeeOf(principal, terms.earlyFee)
  const paid = (principal - fee) as Amount
  ledger.open("ai-end", `ai:${id}`)
  ledger.own(ledger.ai(account, "principal", currency), -principal)
  ledger.own(ledger.ai(account, "reward", currency), -reward)
  ledger.own(ledger.system(AI_RESERVE.held, currency), -(promised - reward))
  ledger.own(ledger.system(AI_RESERVE.available, currency), promised)
  ledger.own(ledger.system("fees", currency), fee)
  ledger.available(ledger.balance(account, "funding", currency), paid)
  ledger.close()
  ai.remove(holding)
  return tellEnd(state, holding, { status: "withdrawn", paid, fee })
}

/** A3: all days are earned; principal and reward are paid. Answers the issue, of which a reward was paid. */
export function mature(state: EngineState, holding: Holding): AiIssueView {
  const { ledger, ai } = state
  const { terms, reward } = holding
  const { id, account, currency, principal, product, issue: number } = terms
  const paid = addAmounts(principal, reward)
  ledger.open("ai-end", `ai:${id}`)
  ledger.own(ledger.ai(account, "principal", currency), -principal)
  ledger.own(ledger.ai(account, "reward", currency), -reward)
  ledger.available(ledger.balance(account, "funding", currency), paid)
  ledger.close()
  ai.remove(holding)
  tellEnd(state, holding, { status: "finished", paid })
  const issue = ai.product(product)?.issues[number - 1]
  if (!issue) throw new Error(`holding ${id} is of issue ${number} of ${product}, which there is not`)
  issue.paid = addAmounts(issue.paid, reward)
  return issue
}

function tellEnd(
  { log }: EngineState,
  holding: Holding,
  end: Pick<AiView, "status" | "paid" | "fee">,
): AiView {
  const view: AiView = { ...viewHolding(holding), ...end, ended: log.now, sequence: log.seq }
  log.push({ type: "ai", holding: view })
  return view
}
