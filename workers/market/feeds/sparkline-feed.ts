/** Prices of the last 24 h for the kinds on screen: read once a minute, never per tick. */

import type { Sparklines } from "../calls/market-calls.ts"
import type { MarketKind } from "../view.ts"

const SPARKLINE_EVERY_MS = 60_000
const TRY_AGAIN_MS = 5000

export interface SparklineFeedEvents {
  changed(): void
  fetchSparklines(kind: MarketKind): Promise<Sparklines | undefined>
  now(): number
}

export class SparklineFeed {
  #events: SparklineFeedEvents
  #dueAt = new Map<MarketKind, number>()
  #fresh = new Map<string, Float32Array>()

  constructor(events: SparklineFeedEvents) {
    this.#events = events
  }

  get hasFresh(): boolean {
    return this.#fresh.size > 0
  }

  /** What the page hasn't got yet. */
  takeFresh(): ReadonlyMap<string, Float32Array> {
    const fresh = this.#fresh
    this.#fresh = new Map()
    return fresh
  }

  /** Once a second, with the kinds on screen. */
  watch(kinds: ReadonlySet<MarketKind>, now: number): void {
    for (const kind of kinds) {
      const due = this.#dueAt.get(kind) ?? 0
      // Later than any could be is of a clock that was set back since; without end while one is on its way.
      if (now < due && (due <= now + SPARKLINE_EVERY_MS || due === Number.POSITIVE_INFINITY)) continue
      this.#dueAt.set(kind, Number.POSITIVE_INFINITY)
      void this.#run(kind)
    }
  }

  async #run(kind: MarketKind): Promise<void> {
    const answer = await this.#events.fetchSparklines(kind)
    this.#dueAt.set(kind, this.#events.now() + (answer ? SPARKLINE_EVERY_MS : TRY_AGAIN_MS))
    for (const row of answer?.rows ?? []) {
      if (!Array.isArray(row) || typeof row[0] !== "string" || !Array.isArray(row[1])) continue
      const points = Float32Array.from(row[1], Number)
      if (points.every(Number.isFinite)) this.#fresh.set(row[0], points)
    }
    this.#events.changed()
  }
}
