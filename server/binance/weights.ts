/** What requests weigh, and the orders that were placed: the counts that answers carry in their headers. */

/** What an address may weigh in a minute, as Binance has it. */
export const WEIGHT_MAX = { spot: 6000, futures: 2400 } as const

const MINUTE_MS = 60_000
/** Keys that are remembered; beyond them the one counted first is forgotten. */
const KEYS_MAX = 20_000

/** Counts by key in spans of a fixed length, which begin with full ones of the clock. */
export class SpanCounter {
  readonly #spanMs: number
  readonly #counts = new Map<string, { span: number; count: number }>()

  constructor(spanMs: number) {
    this.#spanMs = spanMs
  }

  /** The count of the span that `now` (epoch ms) lies in. */
  of(key: string, now: number): number {
    const known = this.#counts.get(key)
    return known?.span === Math.floor(now / this.#spanMs) ? known.count : 0
  }

  /** Adds to the count of the span that `now` (epoch ms) lies in, and answers it. */
  add(key: string, by: number, now: number): number {
    const span = Math.floor(now / this.#spanMs)
    const known = this.#counts.get(key)
    if (known?.span === span) {
      known.count += by
      return known.count
    }
    this.#counts.delete(key)
    this.#counts.set(key, { span, count: by })
    if (this.#counts.size > KEYS_MAX) this.#forgetFirst()
    return by
  }

  /** Seconds until the span of `now` is over, rounded up. */
  secondsLeft(now: number): number {
    return Math.ceil((this.#spanMs - (now % this.#spanMs)) / 1000)
  }

  #forgetFirst(): void {
    const first = this.#counts.keys().next().value
    if (first !== undefined) this.#counts.delete(first)
  }
}

/** Weights of a minute by address, spot and futures apart. */
export class Weights {
  readonly #minute = new SpanCounter(MINUTE_MS)

  /** `isOver`: this request is above what may be weighed. */
  weigh(
    venue: keyof typeof WEIGHT_MAX,
    address: string,
    weight: number,
    now: number,
  ): { used: number; isOver: boolean; retrySeconds: number } {
    const used = this.#minute.add(`${venue} ${address}`, weight, now)
    return { used, isOver: used > WEIGHT_MAX[venue], retrySeconds: this.#minute.secondsLeft(now) }
  }
}

const TEN_SECONDS_MS = 10_000
const DAY_MS = 86_400_000

/** Orders that a user has placed, as the headers tell them. */
export class OrderCounts {
  readonly #counters: Readonly<Record<"10S" | "1M" | "1D", SpanCounter>> = {
    "10S": new SpanCounter(TEN_SECONDS_MS),
    "1M": new SpanCounter(MINUTE_MS),
    "1D": new SpanCounter(DAY_MS),
  }

  /** Whether `by` orders more are above `most` in ten seconds, whichever calls they come by. */
  isAbove(
    venue: keyof typeof WEIGHT_MAX,
    userId: number,
    of: { by: number; most: number },
    now: number,
  ): boolean {
    return this.#counters["10S"].of(`${venue} ${userId}`, now) + of.by > of.most
  }

  /** Counts `by` orders. Spot tells of ten seconds and the day, futures of ten seconds and the minute. */
  count(venue: keyof typeof WEIGHT_MAX, userId: number, by: number, now: number): Record<string, string> {
    const key = `${venue} ${userId}`
    const spans = venue === "spot" ? (["10S", "1D"] as const) : (["10S", "1M"] as const)
    return Object.fromEntries(
      spans.map((span) => [
        `x-mbx-order-count-${span.toLowerCase()}`,
        String(this.#counters[span].add(key, by, now)),
      ]),
    )
  }
}
