/** Commands about AI products (A1, A2, A4). */

import type { AiOffer } from "#core/ai/ai-product.ts"
import type { Amount, TimeMs } from "#core/money/units.ts"
import type { AccountId, Remembered } from "../sender.ts"

/** Adds a product, or changes its terms for what is bought from then on (A1). */
export interface SetAiProduct {
  type: "ai.product"
  /** Lower-case letters, digits, hyphens. */
  product: string
  name: string
  currency: string
  days: number
  /** Of a day, in 1e-8. */
  rate: bigint
  /** Of one purchase, 1e-8 of the currency. */
  minimum: Amount
  /** Of a user's running holdings together. */
  maximum: Amount
  /** In 1e-8 of the principal. */
  earlyFee: bigint
  offer: AiOffer
}

/** Opens the next issue of a product, and ends the one before (A1). */
export interface IssueAi {
  type: "ai.issue"
  product: string
  size: Amount
}

/** A2. */
export interface BuyAi extends Remembered {
  type: "ai.buy"
  account: AccountId
  product: string
  amount: Amount
  key: string
  sentAt?: TimeMs
}

/** A4. */
export interface WithdrawAi extends Remembered {
  type: "ai.withdraw"
  account: AccountId
  holding: number
  key: string
  sentAt?: TimeMs
}
