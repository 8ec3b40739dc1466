/** Schema of what a saved state holds of deposits and withdrawals. */

import { z } from "zod/mini"
import { CHAINS } from "#core/chain/chain-assets.ts"
import { DEPOSIT_STATUSES, WITHDRAWAL_STATUSES } from "#core/chain/custody-status.ts"
import type { SavedCustody } from "#server/engine/custody/custody-state.ts"
import { amount, name, time } from "./saved-fields-schema.ts"

const chain = z.enum(CHAINS)
const deposit = z.strictObject({
  id: z.int(),
  account: name,
  chain,
  tx: z.string(),
  index: z.int(),
  currency: name,
  address: z.string(),
  amount,
  confirmations: z.int(),
  creditAfter: z.int(),
  finalAfter: z.int(),
  minDeposit: amount,
  status: z.enum(DEPOSIT_STATUSES),
  seen: time,
  credited: time,
  sequence: z.int(),
})
const withdrawal = z.strictObject({
  id: z.int(),
  account: name,
  key: z.string(),
  chain,
  currency: name,
  addressId: z.int(),
  address: z.string(),
  remark: z.string(),
  amount,
  fee: amount,
  worth: z.nullable(amount),
  identity: z.enum(["none", "review", "verified"]),
  status: z.enum(WITHDRAWAL_STATUSES),
  reason: z.string(),
  tx: z.string(),
  requested: time,
  waitsUntil: time,
  updated: time,
  approvedBy: z.array(z.string()),
  sequence: z.int(),
})

export const savedCustodySchema: z.ZodMiniType<SavedCustody> = z.strictObject({
  nextDeposit: z.int(),
  nextWithdrawal: z.int(),
  dropped: z.int(),
  deposits: z.array(deposit),
  finals: z.array(z.string()),
  withdrawals: z.array(withdrawal),
  uses: z.array(z.strictObject({ account: name, id: z.int(), requested: time, worth: amount })),
  claims: z.array(z.strictObject({ account: name, currency: name, amount })),
  costs: z.array(z.string()),
  closed: z.array(z.string()),
  frozen: z.nullable(z.string()),
})
