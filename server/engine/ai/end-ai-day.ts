/** The timer `ai-day`: at 00:00 UTC rewards accrue, then what has earned all its days is paid (A3, A5). */

import { AI_DAY_MS, dayEnd, rewardAfter, startOf } from "#core/ai/reward.ts"
import type { Amount, TimeMs } from "#core/money/units.ts"
import type { EngineState } from "../state.ts"
import type { AiIssueView } from "./ai-event.ts"
import { type Holding, viewHolding } from "./ai-state.ts"
import { mature } from "./end-ai.ts"
import { tellIssue } from "./offer-ai.ts"
import { AI_RESERVE } from "./reserve-accounts.ts"

/** One timer for all: it stands at the next 00:00 UTC while anything runs. After downtime it fires for each day missed. */
export function armAiDay({ timers, ai, log }: EngineState): void {
  if (ai.running > 0 && !timers.has("ai-day")) timers.add({ due: startOf(log.now), name: "ai-day", key: "" })
}

/** @param due the 00:00 UTC at which the day ends */
export function endAiDay(state: EngineState, due: TimeMs): void {
  const ended: Holding[] = []
  for (const holding of state.ai.holdings()) {
    const { starts, days } = holding.terms
    if (dayEnd(starts, holding.accruedDays + 1) > due) continue
    accrue(state, holding)
    if (holding.accruedDays === days) ended.push(holding)
    else state.log.push({ type: "ai", holding: viewHolding(holding) })
  }
  const issues = new Map<AiIssueView, string>()
  for (const holding of ended) issues.set(mature(state, holding), holding.terms.product)
  for (const [issue, product] of issues) tellIssue(state, product, issue)
  if (state.ai.running > 0) state.timers.add({ due: due + AI_DAY_MS, name: "ai-day", key: "" })
}

/** The reward of the next day: what the sum of all days so far has more than before, so that nothing is lost by rounding. */
function accrue({ ledger, log }: EngineState, holding: Holding): void {
  const { id, account, currency, principal, rate } = holding.terms
  const day = holding.accruedDays + 1
  const reward = rewardAfter(principal, rate, day)
  const gain = (reward - holding.reward) as Amount
  ledger.open("ai-accrual", `ai:${id}:${day}`)
  ledger.own(ledger.system(AI_RESERVE.held, currency), -gain)
  ledger.own(ledger.ai(account, "reward", currency), gain)
  ledger.close()
  holding.accruedDays = day
  holding.reward = reward
  holding.sequence = log.seq
}
