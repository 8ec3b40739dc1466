/** Converts the engine's paused scaled orders and icebergs to wire rows (S21). */

import type { PausedRow } from "#core/wire/paused-calls.ts"
import type { PausedEnd, PausedView } from "#server/engine/paused/paused.ts"
import type { TextsOf } from "./account-rows.ts"
import { targetOf } from "./contract-rows.ts"

/** Ticks and lots as text. `end`: it isn't kept any more. */
export function pausedRowOf(view: PausedView, textsOf: TextsOf, end?: PausedEnd): PausedRow {
  const texts = textsOf(view.instrument)
  return {
    id: view.id,
    groupKind: view.kind,
    instrument: view.instrument,
    side: view.side,
    quantity: texts.quantity(view.parts.reduce((sum, { quantity }) => sum + quantity, 0)),
    orders: view.parts.map((part) => ({
      price: texts.price(part.price),
      quantity: texts.quantity(part.quantity),
      shownQuantity: part.shown === undefined ? "" : texts.quantity(part.shown),
      clientOrderId: part.clientOrderId ?? "",
      takeProfit: targetOf(part.takeProfit, texts),
      stopLoss: targetOf(part.stopLoss, texts),
      refusal: part.refusal ?? "",
    })),
    postOnly: view.postOnly,
    reduceOnly: view.reduceOnly ?? false,
    positionSide: view.positionSide ?? "",
    expiresAt: view.expiresAt ?? 0,
    end: end ?? "",
    created: view.created,
    updated: view.updated,
    sequence: view.sequence,
    gone: end !== undefined,
  }
}
