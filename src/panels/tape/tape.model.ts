/** The trades that the tape shows, running and held. Plain functions. */

import { formatAmount, unitsOf } from "#core/money/steps.ts"
import type { TapeFrame } from "#workers/market/market.api.ts"

export interface TapeShown {
  /** What stands still while held, else the newest. */
  frame: TapeFrame | null
  /** Trades that came since it was held. */
  fresh: number
}

/**
 * A held tape keeps its frame; ids rise without a gap, so the newest id tells how many trades came meanwhile.
 * Another instrument always replaces what was held.
 */
export function shownTape(latest: TapeFrame | null, held: TapeFrame | null, isWhole = true): TapeShown {
  if (!latest || !held || held.instrument !== latest.instrument) return { frame: latest, fresh: 0 }
  // Of a tape that leaves out small trades, ids have gaps: its rows are counted.
  const newest = newestId(held)
  const fresh = isWhole ? newestId(latest) - newest : latest.rows.filter(({ id }) => id > newest).length
  return { frame: held, fresh: Math.max(0, fresh) }
}

const newestId = (frame: TapeFrame): number => frame.rows[0]?.id ?? 0

/** How many lots are worth a choice: from what a small trader takes to what moves a market. */
const SIZES = [100n, 1000n, 10_000n, 100_000n, 1_000_000n]

/** The sizes that a tape may begin with, as wire text in the base. `lot`: of the market, as wire text. */
export const tapeSizesOf = (lot: string): string[] => SIZES.map((lots) => formatAmount(unitsOf(lot) * lots))

/** Counts beyond this are said as "99+": a long hold must not push the head apart. */
const FRESH_MAX = 99

export const freshText = (fresh: number): string => (fresh > FRESH_MAX ? `${FRESH_MAX}+` : String(fresh))
