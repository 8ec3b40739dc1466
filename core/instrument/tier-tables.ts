/** The margin tiers of perpetuals, by how deep their markets are (P6). */

import { type Amount, UNITS_PER_COIN } from "../money/units.ts"
import type { TierTerms } from "../position/margin-tiers.ts"

/** Cap in USDT, highest leverage, maintenance rate in 1e-8. */
const tier = (cap: number, leverageMax: number, rate: bigint): TierTerms => ({
  cap: (BigInt(cap) * UNITS_PER_COIN) as Amount,
  leverageMax,
  rate,
})

/** Of bitcoin, of large coins and of small ones. */
export const TIER_TABLES = {
  bitcoin: [
    tier(100_000, 125, 400_000n),
    tier(400_000, 100, 500_000n),
    tier(1_500_000, 75, 650_000n),
    tier(5_000_000, 50, 1_000_000n),
    tier(20_000_000, 25, 2_000_000n),
    tier(30_000_000, 20, 2_500_000n),
    tier(60_000_000, 10, 5_000_000n),
    tier(120_000_000, 5, 10_000_000n),
    tier(160_000_000, 2, 25_000_000n),
    tier(200_000_000, 1, 50_000_000n),
  ],
  large: [
    tier(50_000, 100, 500_000n),
    tier(300_000, 75, 650_000n),
    tier(1_000_000, 50, 1_000_000n),
    tier(4_000_000, 25, 2_000_000n),
    tier(10_000_000, 20, 2_500_000n),
    tier(25_000_000, 10, 5_000_000n),
    tier(50_000_000, 5, 10_000_000n),
    tier(70_000_000, 2, 25_000_000n),
    tier(90_000_000, 1, 50_000_000n),
  ],
  small: [
    tier(5_000, 25, 2_000_000n),
    tier(25_000, 20, 2_500_000n),
    tier(100_000, 10, 5_000_000n),
    tier(250_000, 5, 10_000_000n),
    tier(500_000, 4, 12_500_000n),
    tier(1_000_000, 2, 25_000_000n),
    tier(1_500_000, 1, 50_000_000n),
  ],
} as const satisfies Record<string, readonly TierTerms[]>

/** The tiers of an instrument whose highest leverage is this: of its table those that allow no more. */
export const tiersUpTo = (table: readonly TierTerms[], leverageMax: number): readonly TierTerms[] =>
  table.filter((tier) => tier.leverageMax <= leverageMax)

/** P6: its own tiers, else those of the table for markets as deep as its highest leverage says. */
export function tiersOf({ tiers, leverageMax }: TieredContract): readonly TierTerms[] {
  const { bitcoin, large, small } = TIER_TABLES
  return tiers ?? tiersUpTo(leverageMax > 100 ? bitcoin : leverageMax > 25 ? large : small, leverageMax)
}

interface TieredContract {
  tiers?: readonly TierTerms[]
  leverageMax: number
}
