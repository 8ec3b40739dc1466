/** Reads take-profit and stop-loss of a request: text by the contract's tick, without rounding (U2, P23). */

import type { PerpetualInstrument } from "#core/instrument/instrument.ts"
import type { TriggerSource } from "#core/order/order-status.ts"
import type { Result } from "#core/wire/index.ts"
import type { SetTargets, TargetTerms } from "#server/engine/command.ts"
import { readPrice, type TextProblem } from "../calls/order-text.ts"

interface AskedTarget {
  price: string
  source?: TriggerSource | undefined
  limit?: string | undefined
}
type Targets = Pick<SetTargets, "takeProfit" | "stopLoss">

/** Absent ones stay absent. */
export function readTargets(
  instrument: PerpetualInstrument,
  asked: { takeProfit?: AskedTarget | undefined; stopLoss?: AskedTarget | undefined },
): Result<Targets, TextProblem> {
  const targets: Targets = {}
  for (const kind of ["takeProfit", "stopLoss"] as const) {
    const terms = asked[kind] && readTarget(instrument, kind, asked[kind])
    if (terms && !terms.ok) return terms
    if (terms) targets[kind] = terms.value
  }
  return { ok: true, value: targets }
}

function readTarget(
  instrument: PerpetualInstrument,
  kind: string,
  { price: priceText, source, limit: limitText }: AskedTarget,
): Result<TargetTerms, TextProblem> {
  const price = readPrice(instrument, `${kind}.price`, priceText)
  if (!price.ok) return price
  const terms = { price: price.value, ...(source !== undefined && { source }) }
  if (limitText === undefined) return { ok: true, value: terms }
  const limit = readPrice(instrument, `${kind}.limit`, limitText)
  return limit.ok ? { ok: true, value: { ...terms, limit: limit.value } } : limit
}
