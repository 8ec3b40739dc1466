/** The mark at which an account would be liquidated: an estimate for showing, the engine tests the ratio (P25). */

import { divideDown, divideUp } from "../money/rounding.ts"
import { type Amount, type Fine, fineOf, magnitude, type Price8, UNITS_PER_COIN } from "../money/units.ts"
import type { MarginTier } from "./margin-tiers.ts"
import type { Position } from "./position.ts"

/** One instrument of an account, all other marks standing still. */
export interface LiquidationTerms {
  /** Isolated: the margin M. Cross: `WB − TMM1 + UPNL1` of the wallet and all other cross instruments at their marks. */
  cushion: Fine
  /** Isolated and one-way: one; hedge, cross: the long and the short. */
  positions: readonly Pick<Position, "size" | "cost">[]
  tiers: readonly MarginTier[]
  /** In 1e-8 of the quote. */
  tick: bigint
}

/** The marks at which the account trips; undefined where it never does. */
export interface LiquidationPrices {
  /** When the mark falls to it; rounded up to a tick. */
  falling: Price8 | undefined
  /** When the mark rises to it; rounded down to a tick, to one tick at least. */
  rising: Price8 | undefined
}

/** A price as a fraction; the divisor is above zero. */
interface Ratio {
  of: bigint
  by: bigint
}

const isAbove = (one: Ratio, other: Ratio) => one.of * other.by > other.of * one.by

/**
 * P25: where `E = MM` at a mark of this instrument. Between two tier limits both are straight lines, so each stretch of marks
 * has the root of the published formula with the MMR and maintenance amounts of its own tiers; it counts where it lies in
 * the stretch. Tiers rise, hence `E − MM` bends down only: at most one root while it rises (the account trips below) and one
 * while it falls (it trips above). Only long and short together can have both. Without open orders and fees to come.
 * @example long 1 at 100, M = 10, MMR 1 %, no other tier: (10 − 100) / (1 % − 1) = 90.91 up to a tick
 */
export function liquidationPrices(terms: LiquidationTerms): LiquidationPrices {
  const tiersAt = terms.positions.map(() => 0)
  const found: LiquidationPrices = { falling: undefined, rising: undefined }
  let lower: Ratio = { of: 0n, by: 1n }
  for (;;) {
    const upper = stretchEnd(terms, tiersAt)
    const { fixed, slope } = surplusLine(terms, tiersAt)
    const root = slope > 0n ? { of: -fixed, by: slope } : { of: fixed, by: -slope }
    if (slope !== 0n && isAbove(root, lower) && !(upper && isAbove(root, upper))) {
      if (slope > 0n) found.falling = (divideUp(root.of, root.by * terms.tick) * terms.tick) as Price8
      else found.rising = lastTick(root, terms.tick)
    }
    if (!upper) return found
    lower = upper
    terms.positions.forEach(({ size }, index) => {
      const cap = capOf(terms, tiersAt, index)
      if (cap !== undefined && !isAbove({ of: cap, by: magnitude(size) }, upper))
        tiersAt[index] = (tiersAt[index] ?? 0) + 1
    })
  }
}

/** P25: the one of both that lies nearer to the mark, for a row that shows one price. */
export function liquidationPrice(terms: LiquidationTerms, mark: Price8): Price8 | undefined {
  const { falling, rising } = liquidationPrices(terms)
  if (falling === undefined || rising === undefined) return falling ?? rising
  return magnitude(mark - falling) <= magnitude(rising - mark) ? falling : rising
}

/** `E − MM` of this stretch as `(fixed + slope × mark) / 10^8`. */
function surplusLine({ cushion, positions, tiers }: LiquidationTerms, tiersAt: readonly number[]) {
  let fixed: bigint = cushion
  let slope = 0n
  positions.forEach(({ size, cost }, index) => {
    const tier = tiers[tiersAt[index] ?? 0]
    fixed += (tier?.amount ?? 0n) - cost
    slope += size * UNITS_PER_COIN - magnitude(size) * (tier?.rate ?? 0n)
  })
  return { fixed: fixed * UNITS_PER_COIN, slope }
}

/** The first mark at which a position reaches the cap of its tier; undefined in the last ones. */
function stretchEnd(terms: LiquidationTerms, tiersAt: readonly number[]): Ratio | undefined {
  let end: Ratio | undefined
  terms.positions.forEach(({ size }, index) => {
    const cap = capOf(terms, tiersAt, index)
    if (cap === undefined) return
    const at = { of: cap, by: magnitude(size) }
    if (!end || isAbove(end, at)) end = at
  })
  return end
}

/** Cap of a position's tier as a fine value; undefined in the last tier and of a flat position. */
function capOf({ positions, tiers }: LiquidationTerms, tiersAt: readonly number[], index: number) {
  const at = tiersAt[index] ?? 0
  if (at >= tiers.length - 1 || !positions[index]?.size) return undefined
  return fineOf(tiers[at]?.cap ?? (0n as Amount))
}

function lastTick(root: Ratio, tick: bigint): Price8 {
  const price = divideDown(root.of, root.by * tick) * tick
  return (price > tick ? price : tick) as Price8
}
