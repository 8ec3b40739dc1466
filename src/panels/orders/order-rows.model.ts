/** What a row of an order or fill shows beyond what came over the wire. Exact figures, as plain wire text. */

import { formatAmount, unitsOf } from "#core/money/steps.ts"
import { UNITS_PER_COIN } from "#core/money/units.ts"
import type { OwnOrder, TradedKind } from "#core/wire/private-rows.ts"
import { rowMoment } from "../../text/moments.ts"

/** What each list of the panel is of. */
export interface OrdersBodyProps {
  kind: TradedKind
  /** The market on screen. */
  instrument: string
  isTable: boolean
}

/** The quote amount of an order that has one; empty: it has none, as those of contracts. */
export const budgetOf = (order: OwnOrder): string => (order.kind === "spot" ? order.budget : "")

/**
 * What an open order is worth in the quote currency: its budget, or price × total quantity, to the last digit.
 * Undefined where it has neither price nor budget.
 */
export function orderTotal(order: OwnOrder): string | undefined {
  const budget = budgetOf(order)
  if (budget !== "") return budget
  if (order.price === "" || order.quantity === "") return undefined
  return formatAmount((unitsOf(order.price) * unitsOf(order.quantity)) / UNITS_PER_COIN, 2)
}

/** Mean price of what has filled, rounded half up to so many decimals; undefined while nothing has. */
export function averagePrice(order: OwnOrder, decimals: number): string | undefined {
  const executed = unitsOf(order.executed)
  if (executed === 0n) return undefined
  const step = 10n ** BigInt(8 - Math.min(8, decimals))
  const mean = (unitsOf(order.executedQuote) * UNITS_PER_COIN * 2n + executed) / (executed * 2n)
  return formatAmount(((mean + step / 2n) / step) * step, decimals)
}

/** Whole percent of the order that has filled, rounded down: 100 only when all of it has. */
export function filledPercent(order: OwnOrder): number {
  if (order.status === "filled") return 100
  const [part, whole] =
    order.quantity === "" ? [order.executedQuote, budgetOf(order)] : [order.executed, order.quantity]
  const total = unitsOf(whole)
  return total === 0n ? 0 : Number((unitsOf(part) * 100n) / total)
}

/** How many decimals a wire step has: `0.01` has two, `1` none. Of an unknown market two. */
export const decimalsOf = (step: string | undefined): number =>
  step === undefined ? 2 : (step.split(".")[1]?.length ?? 0)

/** Base and quote currency of a market's id. */
export function currenciesOf(instrument: string): { base: string; quote: string } {
  const [base = "", quote = ""] = instrument.split("_")
  return { base, quote }
}

/** `25 Nov, 06:43`: till when an order is good, to the minute, as a column has room for; its title tells all of it. */
export const untilText = (timeMs: number, language: string): string =>
  rowMoment(timeMs, Date.now(), language).replace(/:\d\d$/, "")
