/** What decides a second contract: direction, profit, outcome (O1–O4). The same for engine, page and whoever checks a record. */

import { divideDown } from "../money/rounding.ts"
import { type Amount, type Price8, type TimeMs, UNITS_PER_COIN } from "../money/units.ts"

/** Bullish wins above the open price, bearish below it (O2). */
export const DIRECTIONS = ["bullish", "bearish"] as const
export type Direction = (typeof DIRECTIONS)[number]

/** O4. */
export const SECOND_STATUSES = ["open", "won", "lost", "tied", "refunded"] as const
export type SecondStatus = (typeof SECOND_STATUSES)[number]
export type SecondOutcome = Exclude<SecondStatus, "open">

/** O3: with a longer silence across the expiry the contract is refunded. */
export const SILENT_LIMIT_MS = 5_000
/** O1: an older tick opens nothing. */
export const OPEN_TICK_AGE_MS = 2_000

/** A tick of an index as a contract names it. */
export interface TickRef {
  /** Of its index, without gaps. */
  seq: number
  time: TimeMs
  price: Price8
}

/**
 * O1: `floor(stake × rate)`.
 * @param rate 80_000_000n is 80 %
 * @example 33.33333333 USDT at 82 %: 27.33333333
 */
export const secondProfit = (stake: Amount, rate: bigint): Amount =>
  divideDown(stake * rate, UNITS_PER_COIN) as Amount

/** O2 of a contract that no silence refunds: equal is a tie. */
export function outcomeAt(direction: Direction, open: Price8, settle: Price8): SecondOutcome {
  if (settle === open) return "tied"
  return settle > open === (direction === "bullish") ? "won" : "lost"
}

/**
 * O2 and O3 together, by the first tick at or after the expiry and the one before it.
 * @param before last tick before the expiry
 * @param settle first tick at or after it
 */
export function settledBy(
  contract: { direction: Direction; open: TickRef; expiry: TimeMs },
  before: TickRef,
  settle: TickRef,
): SecondOutcome {
  if (before.time >= contract.expiry || settle.time < contract.expiry)
    throw new RangeError(`ticks ${before.seq} and ${settle.seq} don't stand on both sides of the expiry`)
  if (settle.time - before.time > SILENT_LIMIT_MS) return "refunded"
  return outcomeAt(contract.direction, contract.open.price, settle.price)
}

/** O3: without a tick until then the contract is refunded. `before`: time of the last tick before the expiry. */
export const refundDue = (expiry: TimeMs, before: TimeMs): TimeMs =>
  Math.max(expiry, before + SILENT_LIMIT_MS) + 1

/** What the user's account gets back, 1e-8: stake and profit, the stake, or nothing (O2, O3). */
export function paidBack(outcome: SecondOutcome, stake: Amount, profit: Amount): Amount {
  if (outcome === "lost") return 0n as Amount
  return (outcome === "won" ? stake + profit : stake) as Amount
}
