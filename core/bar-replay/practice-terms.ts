/** What a practice account of a bar replay trades by: the market's steps, fees and leverage, its orders, and the assumed spread. */

import type { FeeRates } from "../instrument/fee-levels.ts"
import type { TimeMs } from "../money/units.ts"
import type { MarginTier } from "../position/margin-tiers.ts"

export interface PracticeTerms {
  /** Steps of prices and quantities, in 1e-8. */
  tick: bigint
  lot: bigint
  fees: FeeRates
  /** Of a contract; 1 on a spot market. */
  leverage: number
  /** Can be sold short, counts open profit as margin, and is liquidated. */
  isContract: boolean
  /** Of a contract: maintenance margin and the largest position by leverage. */
  tiers: readonly MarginTier[]
}

/** A bar of the smallest interval that is known, in whole ticks. */
export interface ReplayBar {
  time: TimeMs
  /** First millisecond after it: when it is known. */
  end: TimeMs
  open: number
  high: number
  low: number
  close: number
}

export type PracticeSide = "buy" | "sell"
/** `stop`: by market, once its price is touched. */
export type PracticeKind = "market" | "limit" | "stop"

export interface PracticeRequest {
  side: PracticeSide
  kind: PracticeKind
  lots: number
  /** Limit or stop price; 0 of a market order. */
  ticks: number
  /** Lessens the position and never turns it. */
  isCloseOnly: boolean
}

export interface PracticeOrder extends PracticeRequest {
  id: number
  placedAt: TimeMs
  /** Stood in the book since an earlier moment: it gives, and doesn't take. */
  hasRested: boolean
}

export interface PracticeFill {
  time: TimeMs
  side: PracticeSide
  lots: number
  ticks: number
  /** In 1e-8 of the quote. */
  fee: bigint
  realised: bigint
  /** What brought it about. */
  by: PracticeKind | "liquidation"
}

/** From flat to flat. Amounts in 1e-8 of the quote. */
export interface PracticeTrade {
  side: "long" | "short"
  openedAt: TimeMs
  closedAt: TimeMs
  /** Everything that was opened, in lots, and its mean price in 1e-8. */
  lots: number
  entry: bigint
  exit: bigint
  /** Without fees. */
  realised: bigint
  fees: bigint
}

/**
 * Why an order isn't taken, or is dropped when it should fill. `FUNDS`: too little practice money. `SHORT`: more than is
 * held, on a market that isn't sold short. `CLOSE`: nothing to lessen. `LEVERAGE`: larger than the leverage allows.
 */
export type PracticeRefusal = "FUNDS" | "SHORT" | "CLOSE" | "LEVERAGE"

/** Half of the assumed spread is this share of the price, at least a tick: candles don't tell the book. */
const HALF_SPREAD_SHARE = 10_000

/**
 * Half of the spread that is assumed at a price: 0.01 %, up to a whole tick.
 * @example halfSpread(1_000_000) // 100
 */
export const halfSpread = (ticks: number): number => Math.max(1, Math.ceil(ticks / HALF_SPREAD_SHARE))

/** What taking costs when the price is this: half a spread worse, never below a tick. */
export const takingPrice = (side: PracticeSide, ticks: number): number =>
  side === "buy" ? ticks + halfSpread(ticks) : Math.max(1, ticks - halfSpread(ticks))
