/** The volume-weighted average price since a session, week or month began, with bands of deviations around it. */

import type { Interval } from "#core/candle/interval.ts"
import type { Bar } from "./bars.model.ts"
import type { StudyPoint, StudyStream } from "./study-point.ts"
import { sessionStart } from "./study-session.ts"

/** What has been traded since the anchor: volume, its average price, and its squared deviations from it, by volume. */
interface Sums {
  readonly volume: number
  readonly mean: number
  readonly squares: number
}

const NOTHING: Sums = { volume: 0, mean: 0, squares: 0 }

/** One more price into a weighted mean and variance, without loss of digits (D. H. D. West, CACM 22, 1979). */
function withPrice({ volume, mean, squares }: Sums, price: number, traded: number): Sums {
  if (traded <= 0) return { volume, mean, squares }
  const all = volume + traded
  const next = mean + (traded / all) * (price - mean)
  return { volume: all, mean: next, squares: squares + traded * (price - mean) * (price - next) }
}

/**
 * VWAP = Σ(H + L + C) / 3 · V / ΣV since the anchor; the bands lie so many standard deviations above and below it, weighed by
 * volume as well: σ² = Σ V (typical − VWAP)² / ΣV, as TradingView has them. A session whose beginning isn't loaded has none: it
 * would be another one than everybody's. trading-signals' knows no sessions.
 * @example of bars with typical prices 10 and 20 and volumes 1 and 3, bands 1 and 0: [17.5, 21.83, 13.17, null, null]
 */
export class AnchoredVwap implements StudyStream {
  readonly #interval: Interval
  readonly #anchor: number | undefined
  readonly #bands: readonly number[]
  #session: number | undefined
  #isWhole = false
  /** Without the newest bar, and with it. */
  #before = NOTHING
  #now = NOTHING

  /** @param lengths the settings: which anchor, and how many deviations the two bands lie away; 0: there is none */
  constructor([anchor, first = 0, second = 0]: readonly number[], interval: Interval) {
    this.#interval = interval
    this.#anchor = anchor
    this.#bands = [first, second]
  }

  put({ time, high, low, close, volume }: Bar, isReplacing: boolean): StudyPoint {
    if (!isReplacing) {
      const start = sessionStart(time, this.#interval, this.#anchor)
      this.#before = start === this.#session ? this.#now : NOTHING
      if (start !== this.#session) this.#isWhole = this.#session !== undefined || start === time
      this.#session = start
    }
    this.#now = withPrice(this.#before, (high + low + close) / 3, volume)
    const { volume: traded, mean, squares } = this.#now
    if (!this.#isWhole || traded === 0) return [null, null, null, null, null]
    const deviation = Math.sqrt(Math.max(0, squares) / traded)
    return [
      mean,
      ...this.#bands.flatMap((band) =>
        band > 0 ? [mean + band * deviation, mean - band * deviation] : [null, null],
      ),
    ]
  }
}
