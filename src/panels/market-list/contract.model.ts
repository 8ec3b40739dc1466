/** The terms of a second contract as text: periods and payout. Plain functions. */

import type { SecondMarket } from "#core/wire/market.ts"
import { formatNumber } from "../../text/numbers.ts"

type Periods = SecondMarket["periods"]

/** Lengths in seconds, shortest first: `30 · 60 · 120`. */
export const periodList = (periods: Periods, language: string): string =>
  periods
    .map(({ seconds }) => seconds)
    .sort((a, b) => a - b)
    .map((seconds) => formatNumber(seconds, language))
    .join(" · ")

/** The largest profit on a right answer: `85 %` of the stake. Null where there is no period. */
export function highestPayout(periods: Periods, language: string): string | null {
  if (periods.length === 0) return null
  const rate = Math.max(...periods.map(({ payoutRate }) => Number(payoutRate)))
  // Two decimals of a per cent: what is beyond is noise of the float.
  return `${formatNumber(Math.round(rate * 1e4) / 100, language)}\u202f%`
}
