/** The end of a perpetual: when only closing is left, and the price at which it settles (N5). */

import type { TradedInstrument } from "../instrument/instrument.ts"
import { divideNearest } from "../money/rounding.ts"
import type { Price8, TimeMs } from "../money/units.ts"

/** N5: so long before its end only what closes is taken, and the index is averaged. */
const CLOSING_ONLY_MS = 1_800_000

/** True of a contract in its last half hour: only what closes is taken then (N5). */
export const isClosingOnly = (
  { kind, delistAt }: Pick<TradedInstrument, "kind" | "delistAt">,
  now: TimeMs,
): boolean => kind === "perpetual" && delistAt !== undefined && now >= delistAt - CLOSING_ONLY_MS

/**
 * N5: the mean of the last one-second index values, given as their sum and count, to the nearest tick (1e-8 of the quote), so
 * that nothing below a unit stays behind. Undefined without a value.
 */
export function delistingPrice(
  { sum, count }: { sum: bigint; count: number },
  tick: bigint,
): Price8 | undefined {
  if (count === 0) return undefined
  const price = divideNearest(sum, BigInt(count) * tick) * tick
  return (price > 0n ? price : tick) as Price8
}
