/** Converts AI products and their issues to wire rows. */

import { formatAmount } from "#core/money/steps.ts"
import type { AiIssue, AiProduct } from "#core/wire/index.ts"
import type { AiIssueView } from "#server/engine/ai/ai-event.ts"
import { type OfferedProduct, presentIssue, productState } from "#server/engine/ai/ai-state.ts"
import type { AccountId } from "#server/engine/command.ts"
import type { EngineState } from "#server/engine/state.ts"

/** What an account may see in the list: no drafts, and what is closed only if it holds some of it. By currency, then days. */
export const offered = ({ ai }: EngineState, account: AccountId): OfferedProduct[] =>
  ai
    .products()
    .filter(
      ({ terms }) =>
        terms.offer === "on-sale" || (terms.offer === "closed" && ai.heldOf(account, terms.id) > 0n),
    )
    .sort(
      ({ terms: one }, { terms: other }) =>
        Number(one.currency < other.currency) - Number(one.currency > other.currency) ||
        one.days - other.days,
    )

export function productOf({ ai }: EngineState, account: AccountId, product: OfferedProduct): AiProduct {
  const { id, name, currency, days, rate, minimum, maximum, earlyFee } = product.terms
  const present = presentIssue(product)
  return {
    ...{ id, name, currency, days },
    rate: formatAmount(rate),
    minimum: formatAmount(minimum),
    maximum: formatAmount(maximum),
    earlyFee: formatAmount(earlyFee),
    state: productState(product),
    issue: present ? issueOf(present) : null,
    own: formatAmount(ai.heldOf(account, id)),
  }
}

/** Oldest first. */
export const issuesOf = ({ issues }: OfferedProduct): AiIssue[] => issues.map(issueOf)

export const issueOf = ({
  number,
  opened,
  ended,
  size,
  sold,
  promised,
  paid,
  state,
}: AiIssueView): AiIssue => ({
  ...{ number, opened, ended: ended ?? 0 },
  size: formatAmount(size),
  sold: formatAmount(sold),
  promised: formatAmount(promised),
  paid: formatAmount(paid),
  state,
})
