/** Scaled orders and icebergs that are paused, in a saved state (S21). */

import { z } from "zod/mini"
import { PAUSABLE_KINDS } from "#core/order/order-group.ts"
import type { PausedPart, PausedView } from "#server/engine/paused/paused.ts"
import { name, steps, stp, target, time } from "./saved-fields-schema.ts"

/** The name of a refusal: those of later releases as well. */
const refusal = z.string() as unknown as z.ZodMiniType<never>

const part: z.ZodMiniType<PausedPart> = z.strictObject({
  price: steps,
  quantity: steps,
  shown: z.exactOptional(steps),
  clientOrderId: z.exactOptional(name),
  reservePrice: z.exactOptional(steps),
  takeProfit: z.exactOptional(target),
  stopLoss: z.exactOptional(target),
  targetsPart: z.exactOptional(z.literal(true)),
  pair: z.exactOptional(z.int()),
  refusal: z.exactOptional(refusal),
})

export const savedPausedSchema: z.ZodMiniType<PausedView> = z.strictObject({
  id: z.int(),
  kind: z.enum(PAUSABLE_KINDS),
  account: name,
  instrument: name,
  side: z.enum(["buy", "sell"]),
  postOnly: z.boolean(),
  stp,
  reduceOnly: z.exactOptional(z.literal(true)),
  positionSide: z.exactOptional(z.enum(["long", "short"])),
  expiresAt: z.exactOptional(time),
  parts: z.array(part),
  created: time,
  updated: time,
  sequence: z.int(),
})
