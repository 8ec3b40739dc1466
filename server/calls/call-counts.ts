/** Counts calls by key in windows, for limits: in memory, for all doors of a process and, where there are any, for its gateways. */

/** Keys that are remembered; beyond them the one whose window began first is forgotten. */
const KEYS_MAX = 100_000

export interface CountAsked {
  /** What is counted, and whose. */
  key: string
  /** 0 asks only how it stands. */
  by: number
  windowMs: number
  /** Windows begin with full ones of the clock, as Binance's do; else with the first that is counted. */
  isAligned: boolean
  /** Above it nothing passes any more until the window is over. */
  max: number
}

export interface Counted {
  /** In this window so far, with what was added. */
  count: number
  /** Until the window is over. */
  leftMs: number
}

/** Adds and tells how it stands. Never rejects: a limit that can't be counted by all is counted by whoever is asked. */
export interface CallCounts {
  add(asked: CountAsked): Counted | Promise<Counted>
}

interface Window {
  count: number
  endsAt: number
}

/** The counts of one process. */
export class OwnCounts implements CallCounts {
  readonly #now: () => number
  readonly #windows = new Map<string, Window>()

  /** `now`: epoch ms, for windows of the clock. */
  constructor(now: () => number) {
    this.#now = now
  }

  add(asked: CountAsked): Counted {
    const { key, by, windowMs, isAligned } = asked
    const at = this.#timeOf(asked)
    const known = this.#running(asked)
    if (known) {
      known.count += by
      return { count: known.count, leftMs: known.endsAt - at }
    }
    const endsAt = (isAligned ? Math.floor(at / windowMs) * windowMs : at) + windowMs
    if (by > 0) this.#keep(key, { count: by, endsAt })
    return { count: by, leftMs: endsAt - at }
  }

  /** Whether what is known here is enough to say that nothing more passes. */
  isFull(asked: CountAsked): boolean {
    return (this.#running(asked)?.count ?? 0) >= asked.max
  }

  /** How it stands elsewhere, where more than this process count. */
  learn(asked: CountAsked, { count, leftMs }: Counted): void {
    const known = this.#running(asked)
    if (known) known.count = Math.max(known.count, count)
    else if (count > 0) this.#keep(asked.key, { count, endsAt: this.#timeOf(asked) + leftMs })
  }

  #running(asked: CountAsked): Window | undefined {
    const known = this.#windows.get(asked.key)
    return known && this.#timeOf(asked) < known.endsAt ? known : undefined
  }

  /** What isn't of the clock runs by one that nobody sets. */
  #timeOf({ isAligned }: CountAsked): number {
    return isAligned ? this.#now() : performance.now()
  }

  #keep(key: string, window: Window): void {
    this.#windows.delete(key)
    this.#windows.set(key, window)
    if (this.#windows.size <= KEYS_MAX) return
    const first = this.#windows.keys().next().value
    if (first !== undefined) this.#windows.delete(first)
  }
}
