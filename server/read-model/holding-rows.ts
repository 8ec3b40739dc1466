/** Converts holdings of AI products to wire rows: units become text. */

import { dayEnd } from "#core/ai/reward.ts"
import { formatAmount } from "#core/money/steps.ts"
import type { AiHolding } from "#core/wire/ai.ts"
import type { AiView } from "#server/engine/ai/ai-event.ts"

export const aiHoldingOf = (view: AiView): AiHolding => ({
  id: view.id,
  key: view.key,
  product: view.product,
  name: view.name,
  issue: view.issue,
  currency: view.currency,
  principal: formatAmount(view.principal),
  rate: formatAmount(view.rate),
  days: view.days,
  earlyFee: formatAmount(view.earlyFee),
  bought: view.bought,
  starts: view.starts,
  matures: dayEnd(view.starts, view.days),
  next: view.status === "in-progress" ? dayEnd(view.starts, view.accruedDays + 1) : 0,
  accruedDays: view.accruedDays,
  reward: formatAmount(view.reward),
  rewardTotal: formatAmount(view.promised),
  status: view.status,
  ended: view.ended ?? 0,
  paid: view.paid === undefined ? "" : formatAmount(view.paid),
  fee: view.fee === undefined ? "" : formatAmount(view.fee),
  sequence: view.sequence,
})
