/** Reads the engine's saved state: upgraded to the present version, and checked against its schema before a load. */

import { z } from "zod/mini"
import type { TradedInstrument } from "#core/instrument/instrument.ts"
import { GROUP_KINDS } from "#core/order/order-group.ts"
import { ORDER_TYPES, TRIGGER_SOURCES } from "#core/order/order-status.ts"
import type { SavedOrder } from "#server/engine/snapshot/saved-order.ts"
import type { SavedState } from "#server/engine/snapshot/saved-state.ts"
import { SavedStateFault } from "#server/engine/snapshot/upgrades/saved-fields.ts"
import { upgradeState } from "#server/engine/snapshot/upgrades/upgrade-state.ts"
import { STATE_VERSION } from "#server/engine/versions.ts"
import { savedAiSchema } from "./saved-ai-schema.ts"
import { savedCustodySchema } from "./saved-custody-schema.ts"
import { amount, listedFields, name, steps, stp, target, tick, time } from "./saved-fields-schema.ts"
import { savedPausedSchema } from "./saved-paused-schema.ts"
import { savedSecondsSchema } from "./saved-seconds-schema.ts"
import { savedTwapSchema } from "./saved-twap-schema.ts"

const side = z.enum(["buy", "sell"])

const bookFields = {
  ...listedFields,
  minQuantity: steps,
  maxQuantity: steps,
  maxMarketQuantity: steps,
  minNotional: amount,
  maxOpenOrders: z.int(),
  maxStops: z.int(),
  priceRule: z.enum(["strict", "band", "off"]),
  band: z.bigint(),
  marketProtection: z.bigint(),
  stpDefault: stp,
  feeSchedule: z.exactOptional(z.array(z.strictObject({ maker: z.bigint(), taker: z.bigint() }))),
}
const instrument: z.ZodMiniType<TradedInstrument> = z.discriminatedUnion("kind", [
  z.strictObject({
    ...bookFields,
    kind: z.literal("spot"),
    feeIn: z.exactOptional(z.enum(["received", "quote"])),
  }),
  z.strictObject({
    ...bookFields,
    kind: z.literal("perpetual"),
    index: name,
    leverageMax: z.number(),
    fundingHours: z.number(),
    interest: z.bigint(),
    markBand: z.bigint(),
    maintenanceRate: z.bigint(),
    tiers: z.exactOptional(z.array(z.strictObject({ cap: amount, leverageMax: z.int(), rate: z.bigint() }))),
    liquidationFee: z.exactOptional(z.bigint()),
    liquidationSlip: z.exactOptional(z.bigint()),
  }),
])

const conditions = z.strictObject({
  source: z.enum(TRIGGER_SOURCES),
  closesPosition: z.boolean(),
  trailing: z.exactOptional(
    z.strictObject({
      distance: z.bigint(),
      activation: z.exactOptional(z.strictObject({ price: amount, isAbove: z.boolean() })),
      extreme: z.exactOptional(amount),
    }),
  ),
  targets: z.exactOptional(
    z.strictObject({
      takeProfit: z.exactOptional(target),
      stopLoss: z.exactOptional(target),
      isPart: z.boolean(),
      pair: z.exactOptional(z.int()),
    }),
  ),
  expiresAt: z.exactOptional(time),
  group: z.exactOptional(z.strictObject({ id: z.int(), kind: z.enum(GROUP_KINDS) })),
  otherLeg: z.exactOptional(z.int()),
  shown: z.exactOptional(steps),
  hidden: z.exactOptional(steps),
})

/** As the tuple's own type says them: id to client id, then what changes, in the order of `saveOrder`. */
const order: z.ZodMiniType<SavedOrder> = z.tuple([
  z.int(),
  name,
  side,
  z.enum(ORDER_TYPES),
  z.enum(["gtc", "ioc", "fok"]),
  steps,
  amount,
  z.boolean(),
  stp,
  z.nullable(name),
  z.boolean(),
  steps,
  steps,
  steps,
  amount,
  steps,
  amount,
  steps,
  z.enum(["waiting", "new", "partly-filled"]),
  steps,
  z.bigint(),
  z.bigint(),
  z.boolean(),
  z.bigint(),
  amount,
  name,
  amount,
  time,
  time,
  z.int(),
  z.boolean(),
  z.nullable(z.enum(["long", "short"])),
  z.nullable(conditions),
])

const market = z.strictObject({
  instrument,
  last: steps,
  nextTradeId: z.int(),
  buy: z.array(order),
  sell: z.array(order),
  reached: z.array(order),
  rising: z.array(order),
  falling: z.array(order),
  trailing: z.array(order),
})
const index = z.strictObject({
  name,
  last: z.nullable(amount),
  lastTime: time,
  seq: z.int(),
  before: z.nullable(tick),
  waitingJump: z.nullable(amount),
  sources: z.array(z.strictObject({ source: name, price: amount, time })),
})
const pricing = z.strictObject({
  instrument: name,
  basis: z.array(z.bigint()),
  premiums: z.strictObject({ weighted: z.bigint(), weights: z.bigint() }),
  settledRate: z.bigint(),
  mark: z.nullable(amount),
  closing: z.nullable(z.strictObject({ until: time, sum: z.bigint(), count: z.int() })),
})
const account = z.strictObject({
  id: name,
  isFrozen: z.boolean(),
  level: z.int(),
  isLevelByHand: z.boolean(),
  lastDraw: time,
  days: z.array(z.strictObject({ day: z.int(), turnover: amount })),
  balances: z.array(
    z.tuple([z.enum(["funding", "contract", "second"]), name, amount, amount, amount, amount]),
  ),
})
const timer = z.strictObject({
  due: time,
  name: z.enum([
    "funding",
    "second-refund",
    "ai-day",
    "start",
    "levels",
    "open",
    "delist",
    "loss-limit",
    "withdraw-wait",
    "paused",
    "countdown",
    "expiry",
    "premium",
    "mark",
    "stops",
    "twap",
    "housekeeping",
    "house-net",
  ]),
  key: name,
})

/** Strict: a field that nobody reads would be lost at the next snapshot, and its hash would not be the stored one. */
const savedStateSchema: z.ZodMiniType<SavedState> = z.strictObject({
  version: z.literal(STATE_VERSION),
  seq: z.int(),
  time,
  nextOrderId: z.int(),
  stopsPerCommand: z.nullable(z.int()),
  markets: z.array(market),
  indexes: z.array(index),
  pricings: z.array(pricing),
  accounts: z.array(account),
  system: z.array(z.tuple([name, name, amount])),
  hasUntold: z.boolean(),
  keys: z.array(z.string()),
  countdowns: z.array(z.strictObject({ account: name, instrument: z.nullable(name), due: time })),
  twaps: z.exactOptional(z.array(savedTwapSchema)),
  paused: z.exactOptional(z.array(savedPausedSchema)),
  timers: z.array(timer),
  clearings: z.exactOptional(
    z.partialRecord(z.enum(["spot", "perpetual"]), z.record(z.string(), z.unknown())),
  ),
  pauses: z.strictObject({
    opening: z.array(name),
    liquidatesFrom: z.exactOptional(time),
    audit: z.exactOptional(z.strictObject({ reason: z.string(), wereOpen: z.array(name) })),
  }),
  seconds: savedSecondsSchema,
  custody: savedCustodySchema,
  ai: savedAiSchema,
})

/**
 * The state in the present version. `value`: plain data as it was stored. Throws a {@link SavedStateFault} whose text
 * names the version or the part of the state that can't be read.
 */
export function readSavedState(value: unknown): SavedState {
  const read = savedStateSchema.safeParse(upgradeState(value))
  if (read.success) return read.data
  const [issue] = read.error.issues
  const path = issue?.path.join(".") || "the state"
  throw new SavedStateFault(`${path}: ${issue?.message ?? "not as expected"}`)
}
