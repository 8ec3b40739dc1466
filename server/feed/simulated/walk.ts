/** What a simulated market's price path answers, and what makes the paths of a catalogue. */

import type { Interval } from "#core/candle/interval.ts"
import type { Coin } from "./coins.ts"
import type { Stretch } from "./stretch.ts"

/** Intervals of up to a day; weeks and months are folded from days. */
export type DayInterval = Exclude<Interval, "1W" | "1M">

/** The fair price of one market at any time, as natural logarithms of a price in the quote. */
export interface PricePath {
  /** Symbol of the base coin. */
  readonly base: string
  /** Price of one unit of the base in USDT at the start of a day (days since 1970): turns a turnover into lots. */
  basePrice(day: number): number
  /**
   * Stretches of an interval whose buckets open in [from, cut), oldest first. One that `cut` cuts is folded from the
   * whole seconds before it; without any it is left out. `cut` is a whole second.
   */
  stretches(interval: DayInterval, from: number, cut: number): Stretch[]
  /** The second that holds `time`. Quick when asked with times that rise. */
  second(time: number): Stretch
  /** The fair price at a moment. */
  logPrice(time: number): number
}

/** What decides how a market's lots and quiet seconds fall. */
export interface PathLife {
  /** Size of a lot in base coins. */
  lotSize: number
  /** Turnover of an ordinary day in USDT. */
  turnover: number
  /** Share of seconds in which something is traded, 0.02 … 1. */
  liveliness: number
}

/** Makes the paths of one catalogue. Paths of the same coins move together. */
export interface Walk<Path extends PricePath = PricePath> {
  /** A coin in USDT. `multiple`: how many coins one unit of the base stands for (1000PEPE: 1000). */
  coin(base: Coin, life: PathLife, multiple?: number): Path
  /** A coin in another coin, which follows the paths of both. */
  cross(base: Coin, quote: Coin, life: PathLife, coins: { base: Path; quote: Path }): Path
  /** A perpetual: its index with a premium. `index` has the same multiple. */
  perpetual(coin: Coin, life: PathLife, multiple: number, index: Path): Path
}

/** How a price runs through its second: open → one extreme → the other → close. */
export function logPriceWithin(second: Stretch, share: number): number {
  if (second.high === second.low) return second.close
  const rising = second.close >= second.open
  const [first, then] = rising ? [second.low, second.high] : [second.high, second.low]
  const [early, late] = turnsOf(second)
  if (share < early) return between(second.open, first, share / early)
  if (share < late) return between(first, then, (share - early) / (late - early))
  return between(then, second.close, (share - late) / (1 - late))
}

/**
 * When a second's path reaches its two extremes, as shares of the second. Derived from the extremes themselves, not
 * drawn, so that nothing need be remembered.
 */
export const turnsOf = ({ high, low }: Stretch): [early: number, late: number] => [
  0.15 + 0.3 * fraction(high * 1e6),
  0.55 + 0.3 * fraction(low * 1e6),
]

const between = (from: number, to: number, share: number) => from + (to - from) * share
const fraction = (value: number) => value - Math.floor(value)
