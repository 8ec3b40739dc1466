/** What several parts of a saved state are made of, as schemas. */

import { z } from "zod/mini"
import type { Amount, Lots, Price8, Ticks } from "#core/money/units.ts"
import { TRIGGER_SOURCES } from "#core/order/order-status.ts"
import type { TickRef } from "#core/second/second-contract.ts"
import type { TargetTerms } from "#server/engine/command.ts"

/** The marks of units live in the types alone; a stored number counts as whatever its field says. */
export const amount = z.bigint() as unknown as z.ZodMiniType<Amount & Price8>
export const steps = z.int() as unknown as z.ZodMiniType<Ticks & Lots>
export const name = z.string()
export const time = z.int()

/** A tick of an index. */
export const tick: z.ZodMiniType<TickRef> = z.strictObject({ seq: z.int(), time, price: amount })

export const stp = z.enum(["NONE", "EXPIRE_MAKER", "EXPIRE_TAKER", "EXPIRE_BOTH", "DECREMENT"])

/** Where an order's position takes its profit, or stops its loss. */
export const target: z.ZodMiniType<TargetTerms> = z.strictObject({
  price: steps,
  source: z.exactOptional(z.enum(TRIGGER_SOURCES)),
  limit: z.exactOptional(steps),
})

/** What instruments of all kinds have. */
export const listedFields = {
  id: name,
  base: name,
  quote: name,
  tick: z.bigint(),
  lot: z.bigint(),
  notionalUnit: z.bigint(),
  state: z.enum(["open", "cancel-only", "halted"]),
  listedAt: time,
  openAt: z.exactOptional(time),
  delistAt: z.exactOptional(time),
}
