/** The trades that the tape shows, running and held. Plain functions. */

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
export function shownTape(latest: TapeFrame | null, held: TapeFrame | null): TapeShown {
  if (!latest || !held || held.instrument !== latest.instrument) return { frame: latest, fresh: 0 }
  return { frame: held, fresh: Math.max(0, newestId(latest) - newestId(held)) }
}

const newestId = (frame: TapeFrame): number => frame.rows[0]?.id ?? 0

/** Counts beyond this are said as "99+": a long hold must not push the head apart. */
const FRESH_MAX = 99

export const freshText = (fresh: number): string => (fresh > FRESH_MAX ? `${FRESH_MAX}+` : String(fresh))
