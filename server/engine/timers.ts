/** The queue of timers, which is part of the state (T2, T3). */

import type { TimeMs } from "#core/money/units.ts"

/**
 * Order within one millisecond. The tens are T3's ranks (1 funding, 2 refunds of second contracts, 3 rewards of AI products,
 * then what matures, 4 countdowns and orders whose time has come, states, levels and limits, 5 premium sample then mark, then stops, then slices of TWAPs, 6 housekeeping).
 */
const TIMER_RANKS = {
  funding: 10,
  "second-refund": 20,
  "ai-day": 30,
  countdown: 40,
  expiry: 41,
  start: 42,
  levels: 43,
  open: 44,
  delist: 45,
  "loss-limit": 46,
  "withdraw-wait": 47,
  paused: 48,
  premium: 50,
  mark: 51,
  stops: 52,
  twap: 53,
  housekeeping: 60,
  "house-net": 61,
} as const
export type TimerName = keyof typeof TIMER_RANKS

/** Plain data, so that a snapshot can carry it. `key`: the instrument, or what else it is about. */
export interface Timer {
  due: TimeMs
  name: TimerName
  key: string
}

/** A sorted array whose end is next: there are a few hundred, and they are added near their place. */
export class TimerQueue {
  readonly #timers: Timer[] = []

  get size(): number {
    return this.#timers.length
  }

  /** When the next one is due; undefined without any. */
  nextDue(): TimeMs | undefined {
    return this.#timers.at(-1)?.due
  }

  /** Is there a timer of this name? */
  has(name: TimerName): boolean {
    return this.#timers.some((timer) => timer.name === name)
  }

  add(timer: Timer): void {
    let low = 0
    let high = this.#timers.length
    while (low < high) {
      const middle = (low + high) >>> 1
      const other = this.#timers[middle]
      if (other !== undefined && firesBefore(timer, other)) low = middle + 1
      else high = middle
    }
    this.#timers.splice(low, 0, timer)
  }

  /** Takes out the next one due at or before `time`. */
  take(time: TimeMs): Timer | undefined {
    const next = this.#timers.at(-1)
    if (next === undefined || next.due > time) return undefined
    return this.#timers.pop()
  }

  /** All of them, the last to fire first; plain data, for a snapshot. */
  list(): Timer[] {
    return this.#timers.map((timer) => ({ ...timer }))
  }

  /** Takes out the timer of this name and key, if there is one. */
  remove(name: TimerName, key: string): void {
    const place = this.#timers.findIndex((timer) => timer.name === name && timer.key === key)
    if (place >= 0) this.#timers.splice(place, 1)
  }
}

function firesBefore(timer: Timer, other: Timer): boolean {
  if (timer.due !== other.due) return timer.due < other.due
  if (timer.name !== other.name) return TIMER_RANKS[timer.name] < TIMER_RANKS[other.name]
  return timer.key < other.key
}
