/** Reads a holding of an AI product as the newest batch left it, as the engine tells it. */

import type { Selectable } from "kysely"
import type { Amount } from "#core/money/units.ts"
import type { AiView } from "#server/engine/ai/ai-event.ts"
import { accountOf } from "#server/engine/ledger/ledger-account.ts"
import type { AiHoldingTable } from "./exchange-schema.ts"

export const holdingOfRow = (row: Selectable<AiHoldingTable>): AiView => ({
  id: row.id,
  account: accountOf(row.user_id),
  product: row.product,
  name: row.name,
  issue: row.issue,
  key: row.request_key,
  currency: row.currency,
  principal: BigInt(row.principal) as Amount,
  rate: BigInt(row.rate),
  days: row.days,
  earlyFee: BigInt(row.early_fee),
  bought: row.bought,
  starts: row.starts,
  promised: BigInt(row.promised) as Amount,
  accruedDays: row.accrued_days,
  reward: BigInt(row.reward) as Amount,
  status: row.status as AiView["status"],
  ...(row.ended !== null && { ended: row.ended }),
  ...(row.paid !== null && { paid: BigInt(row.paid) as Amount }),
  ...(row.fee !== null && { fee: BigInt(row.fee) as Amount }),
  sequence: row.sequence,
})
