/** Schema of what a saved state holds of second contracts. */

import { z } from "zod/mini"
import type { SecondInstrument } from "#core/instrument/instrument.ts"
import { DIRECTIONS } from "#core/second/second-contract.ts"
import type { SavedSeconds } from "#server/engine/second/second-state.ts"
import { amount, listedFields, name, tick, time } from "./saved-fields-schema.ts"

const instrument: z.ZodMiniType<SecondInstrument> = z.strictObject({
  ...listedFields,
  kind: z.literal("second"),
  index: name,
  periods: z.array(
    z.strictObject({ seconds: z.int(), payoutRate: z.bigint(), minStake: amount, maxStake: amount }),
  ),
})
const contract = z.strictObject({
  id: z.int(),
  account: name,
  instrument: name,
  index: name,
  key: name,
  direction: z.enum(DIRECTIONS),
  seconds: z.int(),
  stake: amount,
  profit: amount,
  currency: name,
  payoutRate: z.bigint(),
  open: tick,
  opened: time,
  expiry: time,
  sequence: z.int(),
})
const account = z.strictObject({
  id: name,
  day: z.int(),
  lost: amount,
  won: amount,
  settled: z.int(),
  limit: z.nullable(amount),
  next: z.nullable(z.strictObject({ limit: z.nullable(amount), from: time })),
})

export const savedSecondsSchema: z.ZodMiniType<SavedSeconds> = z.strictObject({
  nextId: z.int(),
  exposureLimit: amount,
  listed: z.array(instrument),
  contracts: z.array(contract),
  accounts: z.array(account),
})
