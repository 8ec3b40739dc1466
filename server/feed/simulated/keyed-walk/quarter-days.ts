/** Days of any market in quarters of an hour, remembered: charts ask for the same ones again and again, and a day in minutes is dear to build. */

import { DAY_MS } from "../nest.ts"
import type { Stretch } from "../stretch.ts"
import { foldMinutes, type MinuteDay } from "./minute-day.ts"
import { DAY_MINUTES, MINUTE_MS } from "./wild-minutes.ts"

/** Minutes of a quarter. */
export const QUARTER = 15
const QUARTERS = DAY_MINUTES / QUARTER
/** Figures of each quarter. */
const FIELDS = 6
/** Days of all markets together, the one used last at the end: some 4.6 kB each. */
const DAYS_MAX = 3000

export class QuarterDays {
  readonly #daysMax: number
  readonly #days = new Map<string, Float64Array>()

  constructor(daysMax = DAYS_MAX) {
    this.#daysMax = daysMax
  }

  /**
   * The minutes [from, to) of a day as one, both whole quarters.
   * @param market what is remembered of it counts for no other
   */
  folded(
    market: number,
    day: number,
    [from, to]: readonly [number, number],
    minutes: () => MinuteDay,
  ): Stretch {
    const quarters = this.#day(`${market} ${day}`, minutes)
    const first = (from / QUARTER) * FIELDS
    const at = (place: number) => quarters[place] ?? 0
    const whole = {
      openTime: day * DAY_MS + from * MINUTE_MS,
      ...{ open: at(first), high: at(first + 1), low: at(first + 2) },
      ...{ close: at(first + 3), volume: at(first + 4), variance: at(first + 5) },
    }
    for (let place = first + FIELDS; place < (to / QUARTER) * FIELDS; place += FIELDS) {
      whole.high = Math.max(whole.high, at(place + 1))
      whole.low = Math.min(whole.low, at(place + 2))
      whole.close = at(place + 3)
      whole.volume += at(place + 4)
      whole.variance += at(place + 5)
    }
    return whole
  }

  #day(key: string, minutes: () => MinuteDay): Float64Array {
    const known = this.#days.get(key)
    this.#days.delete(key)
    const quarters = known ?? quartersOf(minutes())
    this.#days.set(key, quarters)
    const [oldest] = this.#days.keys()
    if (this.#days.size > this.#daysMax && oldest !== undefined) this.#days.delete(oldest)
    return quarters
  }
}

function quartersOf(day: MinuteDay): Float64Array {
  const quarters = new Float64Array(QUARTERS * FIELDS)
  for (let quarter = 0; quarter < QUARTERS; quarter += 1) {
    const { open, high, low, close, volume, variance } = foldMinutes(
      day,
      quarter * QUARTER,
      (quarter + 1) * QUARTER,
    )
    quarters.set([open, high, low, close, volume, variance], quarter * FIELDS)
  }
  return quarters
}
