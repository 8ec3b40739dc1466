/** Schema of what a saved state holds of AI products. */

import { z } from "zod/mini"
import { AI_ISSUE_STATES, AI_OFFERS } from "#core/ai/ai-product.ts"
import type { SavedAi } from "#server/engine/ai/ai-state.ts"
import { amount, name, time } from "./saved-fields-schema.ts"

const product = z.strictObject({
  id: name,
  name,
  currency: name,
  days: z.int(),
  rate: z.bigint(),
  minimum: amount,
  maximum: amount,
  earlyFee: z.bigint(),
  offer: z.enum(AI_OFFERS),
})
const issue = z.strictObject({
  number: z.int(),
  opened: time,
  ended: z.exactOptional(time),
  size: amount,
  sold: amount,
  promised: amount,
  paid: amount,
  state: z.enum(AI_ISSUE_STATES),
})
const holding = z.strictObject({
  id: z.int(),
  account: name,
  product: name,
  name,
  issue: z.int(),
  key: name,
  currency: name,
  principal: amount,
  rate: z.bigint(),
  days: z.int(),
  earlyFee: z.bigint(),
  bought: time,
  starts: time,
  promised: amount,
  accruedDays: z.int(),
  reward: amount,
  sequence: z.int(),
})

export const savedAiSchema: z.ZodMiniType<SavedAi> = z.strictObject({
  nextId: z.int(),
  products: z.array(z.strictObject({ terms: product, issues: z.array(issue) })),
  holdings: z.array(holding),
})
