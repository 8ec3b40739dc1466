/** What is traded in slices, in a saved state (S20). */

import { z } from "zod/mini"
import { TWAP_STATUSES } from "#core/order/twap.ts"
import type { SavedTwap } from "#server/engine/twap/twap.ts"
import { amount, name, steps, time } from "./saved-fields-schema.ts"

/** A refusal's name, or another word for how it ended: those of later releases as well. */
const word = z.string() as unknown as z.ZodMiniType<never>

export const savedTwapSchema: z.ZodMiniType<SavedTwap> = z.strictObject({
  id: z.int(),
  account: name,
  instrument: name,
  side: z.enum(["buy", "sell"]),
  quantity: steps,
  executed: steps,
  executedQuote: amount,
  price: z.exactOptional(steps),
  reduceOnly: z.exactOptional(z.literal(true)),
  positionSide: z.exactOptional(z.enum(["long", "short"])),
  durationMs: z.int(),
  intervalMs: z.int(),
  isRandom: z.boolean(),
  slices: z.int(),
  slicesLeft: z.int(),
  missed: z.int(),
  refusal: z.exactOptional(word),
  status: z.enum(TWAP_STATUSES),
  end: z.exactOptional(word),
  next: time,
  created: time,
  updated: time,
  sequence: z.int(),
  seed: z.int(),
})
