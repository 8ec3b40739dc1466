/** What the engine tells of AI products, of their issues and of what users hold of them. */

import type { AiIssueState, AiOffer, AiStatus } from "#core/ai/ai-product.ts"
import type { Amount, TimeMs } from "#core/money/units.ts"
import type { AccountId } from "../command.ts"

/** A1: a product as the operator set it last. Plain data, so that a snapshot can carry it. */
export interface AiProductView {
  id: string
  name: string
  currency: string
  days: number
  /** Of a day, in 1e-8. */
  rate: bigint
  /** 1e-8 of `currency`, as are all amounts. */
  minimum: Amount
  maximum: Amount
  /** In 1e-8 of the principal. */
  earlyFee: bigint
  offer: AiOffer
}

/** A1: a row of the issuance record. */
export interface AiIssueView {
  /** Rises by one over the issues of a product. */
  number: number
  opened: TimeMs
  /** Left out while it is the present one. */
  ended?: TimeMs
  size: Amount
  /** By all purchases; an early end gives nothing back to it. */
  sold: Amount
  /** Rewards of all purchases, whatever became of them. */
  promised: Amount
  /** Rewards of what has finished. */
  paid: Amount
  state: AiIssueState
}

/** What a holding was bought with: nothing of it changes. */
export interface AiTerms {
  /** Rises by one over all holdings. */
  id: number
  account: AccountId
  product: string
  /** Of the product, at the purchase. */
  name: string
  issue: number
  key: string
  currency: string
  principal: Amount
  rate: bigint
  days: number
  earlyFee: bigint
  bought: TimeMs
  /** The 00:00 UTC from which it earns (A3). */
  starts: TimeMs
  /** Reward of all days, set aside at the purchase. */
  promised: Amount
}

/** A holding as it stands at the end of the command; what tells of its end is left out while it runs. */
export interface AiView extends AiTerms {
  accruedDays: number
  /** Of these days. Kept as it was when an early end gave it back. */
  reward: Amount
  status: AiStatus
  ended?: TimeMs
  /** What came back. */
  paid?: Amount
  /** Of an early end. */
  fee?: Amount
  /** Of the last command that changed it. */
  sequence: number
}

export interface AiEvent {
  type: "ai"
  holding: AiView
}
export interface AiProductEvent {
  type: "ai-product"
  product: AiProductView
  sequence: number
}
export interface AiIssueEvent {
  type: "ai-issue"
  product: string
  issue: AiIssueView
}
