/** Converts an order's text to ticks, lots and units without rounding; values off the steps are refused (U2). */

import type { TradedInstrument } from "#core/instrument/instrument.ts"
import { formatAmount, type Parsed, parseAmount, parseLots, parseTicks } from "#core/money/steps.ts"
import type { Amount, Lots, Ticks } from "#core/money/units.ts"
import type { Problem, Result } from "#core/wire/index.ts"
import { Refusal } from "./refusal.ts"

export type TextProblem = "PRECISION" | "AMOUNT_LIMIT"

/** The numbers of an order as the wire has them. */
interface OrderTexts {
  price?: string | undefined
  stopPrice?: string | undefined
  reservePrice?: string | undefined
  quantity?: string | undefined
  shownQuantity?: string | undefined
  budget?: string | undefined
  distance?: string | undefined
}
export interface OrderNumbers {
  price?: Ticks
  stopPrice?: Ticks
  reservePrice?: Ticks
  quantity?: Lots
  /** Of an iceberg (S19). */
  shown?: Lots
  budget?: Amount
  /** A rate in 1e-8. */
  distance?: bigint
}

/** Absent fields stay absent. */
export function readNumbers(
  instrument: Pick<TradedInstrument, "tick" | "lot">,
  texts: OrderTexts,
): Result<OrderNumbers, TextProblem> {
  const problems: Problem<TextProblem>[] = []
  const read = <T>(field: keyof OrderTexts, step: bigint, parse: (text: string) => Parsed<T>) => {
    const text = texts[field]
    if (text === undefined) return undefined
    const value = readText(text, { field, step }, parse)
    if (value.ok) return value.value
    problems.push(value.problem)
    return undefined
  }
  const { tick, lot } = instrument
  const ticks = (field: "price" | "stopPrice" | "reservePrice") =>
    read<Ticks>(field, tick, (text) => parseTicks(text, tick))
  const price = ticks("price")
  const stopPrice = ticks("stopPrice")
  const reservePrice = ticks("reservePrice")
  const quantity = read<Lots>("quantity", lot, (text) => parseLots(text, lot))
  const shown = read<Lots>("shownQuantity", lot, (text) => parseLots(text, lot))
  const budget = read<Amount>("budget", 1n, parseAmount)
  const distance = read<bigint>("distance", 1n, parseAmount)
  const [problem] = problems
  if (problem) return { ok: false, problem }
  return {
    ok: true,
    value: {
      ...(price !== undefined && { price }),
      ...(stopPrice !== undefined && { stopPrice }),
      ...(reservePrice !== undefined && { reservePrice }),
      ...(quantity !== undefined && { quantity }),
      ...(shown !== undefined && { shown }),
      ...(budget !== undefined && { budget }),
      ...(distance !== undefined && { distance }),
    },
  }
}

/** A price of the market, which the request has under this name. */
export const readPrice = (
  { tick }: Pick<TradedInstrument, "tick">,
  field: string,
  text: string,
): Result<Ticks, TextProblem> => readText(text, { field, step: tick }, (price) => parseTicks(price, tick))

function readText<T>(
  text: string,
  { field, step }: { field: string; step: bigint },
  parse: (text: string) => Parsed<T>,
): Result<T, TextProblem> {
  const parsed = parse(text)
  if (parsed.ok) return parsed
  if (parsed.problem === "FORMAT") throw new Refusal({ name: "FORMAT", values: { field } })
  return { ok: false, problem: { name: parsed.problem, values: { field, step: formatAmount(step) } } }
}
