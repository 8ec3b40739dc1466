/** The price at which nothing is left of a position's share of the equity (P26). */

import { divideDown, divideUp } from "../money/rounding.ts"
import { type Amount, type Fine, magnitude, type Price8 } from "../money/units.ts"

/**
 * A position's share of its account's equity, `E × part / whole`, kept as a fraction. Cross: `part` is its maintenance
 * margin, `whole` that of all cross positions. Isolated: it has all of its own equity, both are 1.
 */
export interface EquityShare {
  equity: Fine
  part: bigint
  whole: bigint
}

/** P26: the share of an isolated position. */
export const wholeEquity = (equity: Fine): EquityShare => ({ equity, part: 1n, whole: 1n })

/**
 * P26: `mark − dir × E_i / q`, a long's up and a short's down to a tick, so that no one ends below zero; at least one tick.
 * @example long 2 at a mark of 100, share of the equity 10: 95
 */
export function bankruptcyPrice(
  { size, mark, share }: { size: Amount; mark: Price8; share: EquityShare },
  tick: bigint,
): Price8 {
  const quantity = magnitude(size)
  const left = share.equity * share.part
  const value = quantity * mark * share.whole
  const by = quantity * share.whole * tick
  const ticks = size > 0n ? divideUp(value - left, by) : divideDown(value + left, by)
  return ((ticks > 1n ? ticks : 1n) * tick) as Price8
}
