/** How are the terms of a contract written: time left, periods, payout? Plain functions. */

import type { SecondMarket } from "#core/wire/market.ts"
import { formatNumber } from "../../text/numbers.ts"

/** hh:mm:ss, days in front from 24 h on; never below nothing, which is where it stays until the next moment is known. */
export function timeLeft(leftMs: number): string {
  const seconds = Math.max(0, Math.ceil(leftMs / 1000))
  const two = (value: number) => String(value).padStart(2, "0")
  const days = Math.floor(seconds / 86_400)
  const clock = [Math.floor(seconds / 3600) % 24, Math.floor(seconds / 60) % 60, seconds % 60]
  return `${days > 0 ? `${days}d ` : ""}${clock.map(two).join(":")}`
}

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
