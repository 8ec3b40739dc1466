/** Margin tiers: how much maintenance margin a notional needs, and which leverage it allows (P6, P14). */

import { divideUp } from "../money/rounding.ts"
import { type Amount, type Fine, NO_AMOUNT, NO_FINE, UNITS_PER_COIN } from "../money/units.ts"

/** What is set of a tier; caps and rates rise from tier to tier, leverages fall. */
export interface TierTerms {
  /** Largest notional of the tier, in 1e-8 of the quote. */
  cap: Amount
  leverageMax: number
  /** Maintenance margin rate (MMR), in 1e-8. */
  rate: bigint
}

/** A tier with what follows from those below it. It holds `floor < notional ≤ cap`. */
export interface MarginTier extends TierTerms {
  floor: Amount
  /** Maintenance amount: what the flat rate takes too much from the slices below. */
  amount: Fine
}

/**
 * P6: `floor(n) × (MMR(n) − MMR(n−1)) + amount(n−1)`, exact. `floor` in 1e-8 of the quote, rates in 1e-8.
 * @example floor 100,000, 0.5 % after 0.4 %: 100
 */
export const maintenanceAmount = (
  { floor, rate }: { floor: Amount; rate: bigint },
  below: { rate: bigint; amount: Fine },
): Fine => (floor * (rate - below.rate) + below.amount) as Fine

/** P6: the tiers with their floors and maintenance amounts, which nobody types in. */
export function marginTiers(terms: readonly TierTerms[]): MarginTier[] {
  let below = { cap: NO_AMOUNT, rate: 0n, amount: NO_FINE }
  return terms.map((tier) => {
    const floor = below.cap
    const amount = maintenanceAmount({ floor, rate: tier.rate }, below)
    below = { cap: tier.cap, rate: tier.rate, amount }
    return { ...tier, floor, amount }
  })
}

/**
 * Everything that forbids such tiers, as sentences for the operator; empty when they may be used. Each must be openable at
 * its own leverage, and rates must rise: the liquidation price counts on both.
 */
export function tierProblems(terms: readonly TierTerms[]): string[] {
  if (terms.length === 0) return ["there is no tier"]
  const problems: string[] = []
  let below: TierTerms | undefined
  for (const [index, tier] of marginTiers(terms).entries()) {
    const name = `tier ${index + 1}`
    const { cap, leverageMax, rate } = tier
    if (below && cap <= below.cap) problems.push(`${name} has a cap that isn't above the one before`)
    if (below && rate <= below.rate) problems.push(`${name} has a rate that isn't above the one before`)
    if (below && leverageMax >= below.leverageMax)
      problems.push(`${name} has a leverage that isn't below the one before`)
    if (!Number.isSafeInteger(leverageMax) || leverageMax < 1)
      problems.push(`${name} has a leverage of ${leverageMax}`)
    else if (rate <= 0n || rate * BigInt(leverageMax) >= UNITS_PER_COIN)
      problems.push(`${name} needs as much maintenance margin as it is opened with`)
    below = tier
  }
  return problems
}

/** Which tier holds this notional: an index into `tiers`. Above the last cap it is the last tier. */
export function tierIndexAt(tiers: readonly MarginTier[], notional: Fine): number {
  // Asked of every position at every fill: most stand in the first tiers.
  let index = 0
  for (const { cap } of tiers) {
    if (notional <= cap * UNITS_PER_COIN) return index
    index += 1
  }
  return tiers.length - 1
}

/**
 * P6: `notional × MMR − amount` of the tier that holds it, up to a fine unit: the same as each slice at the rate of its own
 * tier, without jumps. Zero only of nothing.
 */
export function maintenanceMargin(tiers: readonly MarginTier[], notional: Fine): Fine {
  const tier = tiers[tierIndexAt(tiers, notional)]
  if (!tier) return NO_FINE
  return (divideUp(notional * tier.rate, UNITS_PER_COIN) - tier.amount) as Fine
}

/**
 * P14: the largest notional that this leverage allows, in 1e-8 of the quote: the cap of the highest tier that does.
 * Undefined where no tier does.
 */
export const notionalCap = (tiers: readonly TierTerms[], leverage: number): Amount | undefined =>
  tiers.findLast(({ leverageMax }) => leverage <= leverageMax)?.cap
