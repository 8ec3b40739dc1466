/** A market as maker and crowd see it. */

import type { TradedInstrument } from "#core/instrument/instrument.ts"
import type { TimeMs } from "#core/money/units.ts"

/** What the fair path says of one second. */
export interface FairSecond {
  openTime: TimeMs
  /** Lots to be traded in it; 0 in a second that sleeps. */
  lots: number
  /** Highest less lowest fair price in ticks. */
  range: number
  /** When it stands at its two extremes, as shares of the second. */
  turns: readonly [early: number, late: number]
}

export interface MadeMarket {
  instrument: TradedInstrument
  /** Turnover of an ordinary day, USDT. */
  turnover: number
  /** Share of seconds with trades, 0 … 1. */
  liveliness: number
  /** Fair price in ticks, with fractions. */
  fairTicks(now: TimeMs): number
  second(now: TimeMs): FairSecond
  /** Value of one lot in USDT, about. */
  lotValue(now: TimeMs): number
}

/** Smallest order in lots at a price: the larger of the instrument's two minima. */
export function leastLots({ instrument }: MadeMarket, ticks: number): number {
  const perLot = ticks * Number(instrument.notionalUnit)
  return Math.max(instrument.minQuantity, Math.ceil(Number(instrument.minNotional) / perLot))
}
