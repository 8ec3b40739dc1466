/** Whether the server is alive, the round trip to it, and the offset of its clock. */

import { HEARTBEAT_MS, SILENT_HEARTBEATS } from "#core/wire/heartbeat.ts"

/** After two missed heartbeats the connection counts as dead. */
const SILENCE_DEAD_MS = SILENT_HEARTBEATS * HEARTBEAT_MS
/** Samples for the median of round trip and clock offset. */
const SAMPLES = 10
/** An offset this far from the median means that a clock was set: older samples say nothing any more. */
const CLOCK_SET_MS = 2000

export class Heartbeat {
  #heardAt = 0
  #roundTrips: number[] = []
  #offsets: number[] = []
  /** Server epoch ms since which the server's price source is silent; 0 while it talks. */
  feedSilentSince = 0

  /** Local epoch ms of the last message of any kind; 0 before the first. */
  get heardAt(): number {
    return this.#heardAt
  }

  /** Median of the last ten round trips in ms; null before the first. */
  get roundTrip(): number | null {
    return median(this.#roundTrips)
  }

  /** Server clock minus local clock, ms; 0 while unknown. */
  get clockOffset(): number {
    return median(this.#offsets) ?? 0
  }

  /**
   * How far the offset may be wrong, ms: half a round trip, as nobody knows how it is shared between both ways, and how far
   * the newest sample lies from the median. Null while nothing was measured.
   */
  get clockError(): number | null {
    const roundTrip = median(this.#roundTrips)
    const newest = this.#offsets.at(-1)
    if (roundTrip === null || newest === undefined) return null
    return roundTrip / 2 + Math.abs(newest - this.clockOffset)
  }

  /** A connection opens: round trips of the old way say nothing about the new one; the clock stays known. */
  restart(now: number): void {
    this.#heardAt = now
    this.#roundTrips = []
  }

  hear(now: number): void {
    this.#heardAt = now
  }

  /** A pong: the server's clock, and the round trip it measured (-1 before its first). */
  beat(now: number, time: number, roundTrip: number): void {
    if (roundTrip >= 0) keep(this.#roundTrips, roundTrip)
    const offset = time + Math.max(0, roundTrip) / 2 - now
    if (Math.abs(offset - this.clockOffset) > CLOCK_SET_MS) this.#offsets = []
    keep(this.#offsets, offset)
  }

  /** A local clock that was set back would hide the silence: then it starts anew. */
  isDead(now: number): boolean {
    if (now < this.#heardAt) this.#heardAt = now
    return now - this.#heardAt > SILENCE_DEAD_MS
  }
}

function keep(samples: number[], sample: number): void {
  samples.push(sample)
  if (samples.length > SAMPLES) samples.shift()
}

function median(samples: readonly number[]): number | null {
  if (samples.length === 0) return null
  const sorted = [...samples].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? 0
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2
}
