/** Amounts of a quote currency that are offered or put into a field: in cents where there are whole coins, else exact. */

import { UNITS_PER_COIN } from "#core/money/units.ts"

/** 0.01 in 1e-8. */
const CENT = 1_000_000n

/** Down to cents: for what may be at most; below zero further down. In 1e-8. */
export const centsBelow = (units: bigint): bigint => {
  if (units >= UNITS_PER_COIN) return (units / CENT) * CENT
  return units <= -UNITS_PER_COIN ? ((units - CENT + 1n) / CENT) * CENT : units
}

/** Up to cents: for what must be at least. In 1e-8. */
export const centsAbove = (units: bigint): bigint =>
  units >= UNITS_PER_COIN ? ((units + CENT - 1n) / CENT) * CENT : units
