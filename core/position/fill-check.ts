/** Judges a fill by what it leaves of the account on one side of it (P17). */

import type { Amount, Fine } from "../money/units.ts"

/** An account as it would stand after the fill, its fee paid. Cross: the whole wallet; isolated: the position. */
export interface AfterFill {
  equity: Fine
  maintenance: Fine
  /** P15, of the wallet. */
  free: Fine
  /** Isolated: cash of the wallet after margin and fee, below zero where they aren't covered. */
  available?: Amount
}

/**
 * P17: an opening part needs `E > MM`, of an isolated position also the cash, and of a taker `free ≥ 0`; what only reduces
 * needs `E ≥ 0`. So nobody but a liquidation can make an account bankrupt.
 */
export function bearsFill(fill: { isTaker: boolean; opens: boolean }, after: AfterFill): boolean {
  if (!fill.opens) return after.equity >= 0n
  if (after.equity <= after.maintenance || (after.available ?? 0n) < 0n) return false
  return !fill.isTaker || after.free >= 0n
}
