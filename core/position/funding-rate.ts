/** Funding rate of a perpetual (P4) and its times (P5). */

import { divideNearest } from "../money/rounding.ts"
import type { TimeMs } from "../money/units.ts"

export const PREMIUM_EVERY_MS = 5_000
const HOUR_MS = 3_600_000
/** ±0.05 % in 1e-8: how far interest may pull the average premium. */
const INTEREST_CLAMP = 50_000n

export interface FundingTerms {
  /** Hours between two fundings; divides 24. */
  fundingHours: number
  /** Per 8 h, a rate in 1e-8. */
  interest: bigint
  /** Maintenance rate of tier 1, in 1e-8; 0.75 of it bounds the rate. */
  maintenanceRate: bigint
}

/** The slots of one interval so far, as the two sums that P4 needs. */
export interface PremiumSums {
  /** Σ k × premium_k */
  weighted: bigint
  /** Σ k; 0 without a slot. */
  weights: bigint
}

export const fundingInterval = (terms: FundingTerms): TimeMs => terms.fundingHours * HOUR_MS

/** The first funding after `now`: every h hours from 00:00 UTC (P5). */
export function nextFundingAfter(now: TimeMs, terms: FundingTerms): TimeMs {
  const interval = fundingInterval(terms)
  return (Math.floor(now / interval) + 1) * interval
}

/**
 * Which slot of its interval a sample fills, 1 … 720 × h. The sample at the very moment of a funding comes after
 * it (T3) and is the first of the new interval.
 */
export function slotAt(now: TimeMs, terms: FundingTerms): number {
  return Math.floor((now % fundingInterval(terms)) / PREMIUM_EVERY_MS) + 1
}

/**
 * P4: `A = Σ k × premium_k / Σ k`; `F = (A + clamp(interest − A, ±0.05 %)) × h / 8`, within ±0.75 × maintenance rate
 * of tier 1; a rate in 1e-8, rounded once, to the nearest. Without a slot 0.
 */
export function fundingRate(sums: PremiumSums, terms: FundingTerms): bigint {
  const { weighted, weights } = sums
  if (weights === 0n) return 0n
  const pull = terms.interest * weights - weighted
  const clamp = INTEREST_CLAMP * weights
  const pulled = weighted + (pull > clamp ? clamp : pull < -clamp ? -clamp : pull)
  const rate = divideNearest(pulled * BigInt(terms.fundingHours), weights * 8n)
  const bound = divideNearest(terms.maintenanceRate * 3n, 4n)
  return rate > bound ? bound : rate < -bound ? -bound : rate
}
