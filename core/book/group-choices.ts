/** In which steps of the tick a book may be grouped. */

import { formatAmount, parseAmount } from "../money/steps.ts"

/** Multiples of the tick that the menu offers. */
const GROUPS = [1, 10, 100, 1000, 10_000] as const
/** A grouping coarser than this share of the price would put the whole book on one row. */
const COARSEST_SHARE = 0.01
/** With nothing chosen, about this share of the price is one row: 0.67 of 67,284. */
const USUAL_SHARE = 1e-5

export interface GroupChoice {
  /** In ticks. */
  group: number
  /** In the quote currency, plain decimal text: "0.1", "1", "10". */
  size: string
}

/**
 * Which groupings make sense for an instrument: powers of ten of its tick, up to a hundredth of its price.
 * @param tick decimal text of the tick
 * @param price last price as plain number, 0 while unknown (then all are offered)
 */
export function groupChoices(tick: string, price: number): GroupChoice[] {
  const parsed = parseAmount(tick)
  if (!parsed.ok) return [{ group: 1, size: tick }]
  const choices = GROUPS.map((group) => ({ group, size: formatAmount(parsed.value * BigInt(group)) }))
  return choices.filter(
    ({ group, size }) => group === 1 || price === 0 || Number(size) <= price * COARSEST_SHARE,
  )
}

/** The grouping to begin with: the power of ten nearest to the usual share of the price, among those offered. */
export function usualGroup(choices: readonly GroupChoice[], price: number): number {
  const wanted = 10 ** Math.round(Math.log10(price * USUAL_SHARE))
  const fitting = choices.findLast(({ size }) => Number(size) <= wanted * 1.001)
  return price > 0 && fitting ? fitting.group : (choices[0]?.group ?? 1)
}
