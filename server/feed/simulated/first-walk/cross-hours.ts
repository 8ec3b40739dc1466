/** Hourly moves of a cross pair, exactly the difference of its two coins, so that no triangular arbitrage exists. */

import { Chance } from "../../../maker/chance.ts"
import { DAY_MS, timeOfDay } from "../nest.ts"
import { bridgeExtremes, fold, type Stretch, shareVolume } from "../stretch.ts"

import type { PairWalk } from "./pair-walk.ts"
import { wildness } from "./wildness.ts"

const HOUR_MS = 3_600_000
const HOURS = 24
/** Tells the draws of these hours from those of the nest. */
const DRAWS = 40
const ROUGHNESS = 0.35
const UNEVENNESS = 0.3

/** What is needed of a coin's own path: its logarithmic price at the end of each hour of a day. */
interface HourlyPath {
  hourCloses(day: number): readonly number[]
}

type Hour = Stretch & { share: number }

/**
 * The hours of a day of base over quote: opens and closes are the quotient of the coins' own, highs and lows drawn
 * (which second had both extremes is not known without looking at every second). `volume` in lots of the cross.
 */
export function crossHours(
  day: number,
  volume: number,
  pair: PairWalk,
  coins: { base: HourlyPath; quote: HourlyPath },
): Stretch[] {
  const closes = quotients(coins.base.hourCloses(day), coins.quote.hourCloses(day))
  const chance = new Chance(pair.baseKey ^ pair.quoteKey, DRAWS, day)
  const variance = pair.variance(day)
  let open = pair.logPrice(day)
  const hours = closes.map((close, at): Hour => {
    const openTime = day * DAY_MS + at * HOUR_MS
    const timed = timeOfDay(at * HOUR_MS, HOUR_MS) / HOURS
    const share = timed * Math.exp(ROUGHNESS * wildness(pair, openTime, HOUR_MS))
    const own = share * variance
    const hour = { openTime, open, high: 0, low: 0, close, volume: 0, variance: own, share }
    bridgeExtremes(hour, chance)
    open = close
    return hour
  })
  const whole = fold(hours)
  if (whole) shareVolume(hours, { ...whole, volume }, UNEVENNESS, chance)
  return hours
}

const quotients = (base: readonly number[], quote: readonly number[]): number[] =>
  base.map((close, at) => close - (quote[at] ?? 0))
