/** Which fields of a ticket a refusal is about. */

import type { ProblemName } from "#core/wire/problem.ts"
import type { FieldName } from "./order-draft.ts"

const FIELDS: Partial<Record<ProblemName, readonly FieldName[]>> = {
  PRICE_RULE: ["price"],
  PRICE_BAND: ["price"],
  PRICE_RANGE: ["price"],
  POST_ONLY_WOULD_TAKE: ["price"],
  NO_BEST_PRICE: ["price"],
  LEVEL_LIMIT: ["price"],
  STOP_WOULD_TRIGGER: ["stop"],
  DISTANCE_RANGE: ["distance"],
  EXPIRY_RANGE: ["expiry"],
  TRIGGER_WOULD_FIRE: ["takeProfit", "stopLoss"],
  LOT: ["amount"],
  WRONG_SIZE: ["amount"],
  MIN_QUANTITY: ["amount"],
  MAX_QUANTITY: ["amount"],
  MIN_NOTIONAL: ["amount"],
  OWN_LIMIT: ["amount"],
  FOK_NOT_FILLABLE: ["amount"],
  INSUFFICIENT_BALANCE: ["amount"],
  INSUFFICIENT_MARGIN: ["amount"],
  TIER_LIMIT: ["amount"],
}

/** Fields that a refusal is about; none: the order as a whole. */
export const fieldsOf = (name: string): readonly FieldName[] => FIELDS[name as ProblemName] ?? []
