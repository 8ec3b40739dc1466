/** Quoting parameters of a market by its turnover: number of levels, width, size and frequency. */

import type { Chance } from "#server/maker/chance.ts"
import { leastLots, type MadeMarket } from "./made-market.ts"

export interface QuoteStyle {
  /** Levels a side. */
  levels: number
  /** Half of the usual spread, as a share of the price. */
  halfSpread: number
  /** Distance of the first two levels as a share of the price; it grows with the distance from the fair price. */
  firstGap: number
  /** Value of an order at the top, USDT. */
  topValue: number
  /** Time between two looks at the book, ms. */
  stepMs: number
  /** Small changes in one look that nothing but life calls for. */
  breaths: number
}

const BPS = 1e-4
/** By how much of the distance from the fair price a gap grows. */
const GAP_GROWTH = 0.08
/** Books up to which all are quoted at full pace; beyond, the smaller ones are looked at less often. */
const BOOKS_AT_FULL_PACE = 90

const within = (least: number, value: number, most: number) => Math.min(most, Math.max(least, value))

/** `books`: how many markets are quoted in all. */
export function quoteStyle({ turnover }: MadeMarket, books: number): QuoteStyle {
  const millions = turnover / 1e6
  const crowding = Math.max(1, books / BOOKS_AT_FULL_PACE)
  const isLarge = millions > 300
  const stepMs = within(200, 1200 * (millions / 10) ** -0.36, 1500)
  return {
    levels: Math.round(
      within(24, 30 + 15 * Math.log10(millions * 5), 90) / (isLarge || crowding === 1 ? 1 : 1.3),
    ),
    halfSpread: within(0.015, 0.2 * (millions / 100) ** -0.8, 4) * BPS,
    firstGap: within(0.025, 0.3 * (millions / 100) ** -0.8, 5) * BPS,
    topValue: 50 * Math.sqrt(turnover / 86_400),
    stepMs: isLarge ? stepMs : stepMs * crowding,
    breaths: within(0.5, 0.8 * (millions / 50) ** 0.3, 1.8),
  }
}

/** Gap in ticks that a book of this style has at a distance from the fair price; both in ticks, at least one. */
export const gapAt = (style: QuoteStyle, fair: number, distance: number) =>
  Math.max(1, style.firstGap * fair + GAP_GROWTH * distance)

/** Lots of an order `rank` places from the top: grows with the distance, scattered, now and then a large one. */
export function sizeAt(
  market: MadeMarket,
  { rank, value, lotValue, ticks }: { rank: number; value: number; lotValue: number; ticks: number },
  chance: Chance,
): number {
  const growth = 0.4 + 0.6 * (1 + rank / 8) ** 0.8
  const whale = chance.next() < 0.04 ? 2 + 5 * chance.next() : 1
  const lots = ((value * growth) / lotValue) * Math.exp(0.8 * chance.normal()) * whale
  const least = leastLots(market, ticks)
  return Math.min(
    market.instrument.maxQuantity,
    Math.max(Math.ceil(least * (1 + chance.next())), roundLots(lots, chance)),
  )
}

/** People like round numbers: half of the sizes have two leading digits. */
function roundLots(lots: number, chance: Chance): number {
  if (lots < 100 || chance.next() < 0.5) return Math.round(lots)
  const unit = 10 ** (Math.floor(Math.log10(lots)) - 1)
  return Math.round(lots / unit) * unit
}
