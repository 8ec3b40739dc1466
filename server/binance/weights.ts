/** What requests weigh, and the orders that were placed: the counts that answers carry in their headers. */

import type { CallCounts, Counted } from "../calls/call-counts.ts"

/** What an address may weigh in a minute, as Binance has it. */
export const WEIGHT_MAX = { spot: 6000, futures: 2400 } as const

const MINUTE_MS = 60_000

/** Weights of a minute by address, spot and futures apart. */
export class Weights {
  readonly #counts: CallCounts

  constructor(counts: CallCounts) {
    this.#counts = counts
  }

  /** `isOver`: this request is above what may be weighed. */
  async weigh(
    venue: keyof typeof WEIGHT_MAX,
    address: string,
    weight: number,
  ): Promise<{ used: number; isOver: boolean; retrySeconds: number }> {
    const max = WEIGHT_MAX[venue]
    const { count, leftMs } = await this.#counts.add({
      key: `weight ${venue} ${address}`,
      ...{ by: weight, windowMs: MINUTE_MS, isAligned: true, max },
    })
    return { used: count, isOver: count > max, retrySeconds: Math.ceil(leftMs / 1000) }
  }
}

const SPANS_MS = { "10S": 10_000, "1M": MINUTE_MS, "1D": 86_400_000 } as const
type Span = keyof typeof SPANS_MS

/** Orders that a user has placed, as the headers tell them. */
export class OrderCounts {
  readonly #counts: CallCounts

  constructor(counts: CallCounts) {
    this.#counts = counts
  }

  /** Whether `by` orders more are above `most` in ten seconds, whichever calls they come by. */
  async isAbove(
    venue: keyof typeof WEIGHT_MAX,
    userId: number,
    { by, most }: { by: number; most: number },
  ): Promise<boolean> {
    return (await this.of(venue, userId, "10S")) + by > most
  }

  /** Orders of a span so far. */
  async of(venue: keyof typeof WEIGHT_MAX, userId: number, span: Span): Promise<number> {
    return (await this.#add(`${venue} ${userId}`, span, 0)).count
  }

  /** Counts `by` orders. Spot tells of ten seconds and the day, futures of ten seconds and the minute. */
  async count(venue: keyof typeof WEIGHT_MAX, userId: number, by: number): Promise<Record<string, string>> {
    const spans = venue === "spot" ? (["10S", "1D"] as const) : (["10S", "1M"] as const)
    const counted = spans.map(async (span) => {
      const { count } = await this.#add(`${venue} ${userId}`, span, by)
      return [`x-mbx-order-count-${span.toLowerCase()}`, String(count)] as const
    })
    return Object.fromEntries(await Promise.all(counted))
  }

  async #add(key: string, span: Span, by: number): Promise<Counted> {
    // Whoever is above is refused before anything is counted: no count is ever enough to stop asking.
    const max = Number.MAX_SAFE_INTEGER
    return await this.#counts.add({
      key: `orders ${span} ${key}`,
      ...{ by, windowMs: SPANS_MS[span], isAligned: true, max },
    })
  }
}
