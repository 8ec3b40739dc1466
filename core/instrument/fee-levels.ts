/** Fee levels by turnover, and the rates of each (N1). */

import type { Amount } from "../money/units.ts"
import { UNITS_PER_COIN } from "../money/units.ts"
import type { TradedInstrument } from "./instrument.ts"

/** Rates in 1e-8: 100_000n is 0.1 %. A negative one is a rebate. */
export interface FeeRates {
  maker: bigint
  taker: bigint
}

interface FeeLevel {
  /** From this turnover of 30 full days on, 1e-8 USDT. */
  turnover: Amount
  spot: FeeRates
  perpetual: FeeRates
}

const usdt = (whole: number) => (BigInt(whole) * UNITS_PER_COIN) as Amount

/** Level 0 is where everyone begins. */
export const FEE_LEVELS: readonly FeeLevel[] = [
  {
    turnover: usdt(0),
    spot: { maker: 100_000n, taker: 100_000n },
    perpetual: { maker: 20_000n, taker: 50_000n },
  },
  {
    turnover: usdt(1_000_000),
    spot: { maker: 90_000n, taker: 100_000n },
    perpetual: { maker: 18_000n, taker: 45_000n },
  },
  {
    turnover: usdt(5_000_000),
    spot: { maker: 70_000n, taker: 90_000n },
    perpetual: { maker: 14_000n, taker: 40_000n },
  },
  {
    turnover: usdt(25_000_000),
    spot: { maker: 40_000n, taker: 70_000n },
    perpetual: { maker: 10_000n, taker: 35_000n },
  },
  {
    turnover: usdt(100_000_000),
    spot: { maker: 0n, taker: 50_000n },
    perpetual: { maker: 0n, taker: 30_000n },
  },
]

/**
 * The rates of an instrument at a level: of its own schedule, whose last entry stands for all levels above, else of
 * {@link FEE_LEVELS}.
 */
export function feeRatesOf(
  instrument: Pick<TradedInstrument, "kind" | "feeSchedule">,
  level: number,
): FeeRates {
  const own = instrument.feeSchedule
  if (own !== undefined && own.length > 0) return own[Math.min(level, own.length - 1)] as FeeRates
  const standard = FEE_LEVELS[Math.min(level, FEE_LEVELS.length - 1)] as FeeLevel
  return standard[instrument.kind]
}

/** N1: the highest level that this turnover (1e-8 USDT) reaches. */
export function feeLevelOf(turnover: bigint): number {
  return FEE_LEVELS.findLastIndex((level) => turnover >= level.turnover)
}
