/** How does an order's text become ticks, lots and units? Nothing is rounded; what doesn't fit the steps is refused (U2). */

import type { SpotInstrument } from "#core/instrument/instrument.ts"
import { formatAmount, type Parsed, parseAmount, parseLots, parseTicks } from "#core/money/steps.ts"
import type { Amount, Lots, Ticks } from "#core/money/units.ts"
import type { Problem, Result } from "#core/wire/index.ts"
import type { PlaceOrder } from "#server/engine/command.ts"
import { Refusal } from "../http/envelope.ts"

type TextProblem = "PRECISION" | "AMOUNT_LIMIT"

/** The numbers of an order as the wire has them. */
interface OrderTexts {
  price?: string | undefined
  stopPrice?: string | undefined
  reservePrice?: string | undefined
  quantity?: string | undefined
  budget?: string | undefined
}
export type OrderNumbers = Pick<PlaceOrder, "price" | "stopPrice" | "reservePrice" | "quantity" | "budget">

/** Absent fields stay absent. */
export function readNumbers(
  instrument: SpotInstrument,
  texts: OrderTexts,
): Result<OrderNumbers, TextProblem> {
  const problems: Problem<TextProblem>[] = []
  const read = <T>(field: keyof OrderTexts, step: bigint, parse: (text: string) => Parsed<T>) => {
    const text = texts[field]
    if (text === undefined) return undefined
    const parsed = parse(text)
    if (parsed.ok) return parsed.value
    if (parsed.problem === "FORMAT") throw new Refusal({ name: "FORMAT", values: { field } })
    problems.push({ name: parsed.problem, values: { field, step: formatAmount(step) } })
    return undefined
  }
  const { tick, lot } = instrument
  const ticks = (field: "price" | "stopPrice" | "reservePrice") =>
    read<Ticks>(field, tick, (text) => parseTicks(text, tick))
  const price = ticks("price")
  const stopPrice = ticks("stopPrice")
  const reservePrice = ticks("reservePrice")
  const quantity = read<Lots>("quantity", lot, (text) => parseLots(text, lot))
  const budget = read<Amount>("budget", 1n, parseAmount)
  const [problem] = problems
  if (problem) return { ok: false, problem }
  return {
    ok: true,
    value: {
      ...(price !== undefined && { price }),
      ...(stopPrice !== undefined && { stopPrice }),
      ...(reservePrice !== undefined && { reservePrice }),
      ...(quantity !== undefined && { quantity }),
      ...(budget !== undefined && { budget }),
    },
  }
}
