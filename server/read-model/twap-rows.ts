/** Converts the engine's TWAPs to wire rows (S20). */

import { formatAmount } from "#core/money/steps.ts"
import type { TwapRow } from "#core/wire/twap-calls.ts"
import type { TwapView } from "#server/engine/twap/twap.ts"
import type { TextsOf } from "./account-rows.ts"

/** Ticks, lots and units as text, times in seconds. `isGone`: it isn't kept any more. */
export function twapRowOf(view: TwapView, textsOf: TextsOf, isGone = false): TwapRow {
  const texts = textsOf(view.instrument)
  return {
    id: view.id,
    instrument: view.instrument,
    side: view.side,
    quantity: texts.quantity(view.quantity),
    executed: texts.quantity(view.executed),
    executedQuote: formatAmount(view.executedQuote),
    price: view.price === undefined ? "" : texts.price(view.price),
    reduceOnly: view.reduceOnly ?? false,
    positionSide: view.positionSide ?? "",
    duration: view.durationMs / 1000,
    interval: view.intervalMs / 1000,
    randomise: view.isRandom,
    slices: view.slices,
    slicesLeft: view.slicesLeft,
    missed: view.missed,
    refusal: view.refusal ?? "",
    status: view.status,
    end: view.end ?? "",
    next: view.status === "running" ? view.next : 0,
    created: view.created,
    updated: view.updated,
    sequence: view.sequence,
    gone: isGone,
  }
}
