/** Live state of an index: its sources, its last tick, and a jump that waits for confirmation (P1, N4). */

import type { Price8, TimeMs } from "#core/money/units.ts"
import { combinePrices, distance, type SourcePrice } from "#core/position/index-price.ts"
import type { TickRef } from "#core/second/second-contract.ts"

/** A source counts while its last quote is younger; an index without a tick for as long is stale (N4). */
const INDEX_LIVE_MS = 10_000
/** Most sources of one index; a quote of a further one is refused. */
export const INDEX_SOURCES_MAX = 32
/** P1 with one source: a larger jump within this time waits for a second quote. */
const JUMP_WITHIN_MS = 1_000

/** An index as plain data, for a snapshot. */
export interface SavedIndex {
  name: string
  last: Price8 | null
  lastTime: TimeMs
  seq: number
  /** The tick before the last; null where there was none. */
  before: TickRef | null
  waitingJump: Price8 | null
  /** By source. */
  sources: { source: string; price: Price8; time: TimeMs }[]
}

/** One index: its sources, its last tick, and a jump that waits. */
export class IndexPrice {
  readonly name: string
  /** Of the last tick; undefined before the first. */
  last: Price8 | undefined
  lastTime: TimeMs = 0
  /** Number of the last tick; they rise by one. */
  seq = 0
  /** The tick before the last; undefined where there was none. */
  before: TickRef | undefined
  #waitingJump: Price8 | undefined
  readonly #sources = new Map<string, { price: Price8; time: TimeMs }>()
  readonly #weights: ReadonlyMap<string, bigint>

  /** `weights` by source; a source without one weighs 1. */
  constructor(name: string, weights: ReadonlyMap<string, bigint>) {
    this.name = name
    this.#weights = weights
  }

  /** N4: no tick for 10 s, or none yet. */
  isStale(now: TimeMs): boolean {
    return this.last === undefined || now - this.lastTime >= INDEX_LIVE_MS
  }

  hasRoomFor(source: string): boolean {
    return this.#sources.has(source) || this.#sources.size < INDEX_SOURCES_MAX
  }

  /** Undefined before the first. */
  lastTick(): TickRef | undefined {
    const { last, lastTime: time, seq } = this
    return last === undefined ? undefined : { seq, time, price: last }
  }

  /** Takes a source's price; answers what the tick was made of that it gives, by name, if it gives one. */
  quote(now: TimeMs, source: string, price: Price8): readonly SourcePrice[] | undefined {
    this.#sources.set(source, { price, time: now })
    const live = this.#live(now)
    const tick = live.length === 1 ? this.#alone(now, price) : combinePrices(live, this.last)
    if (tick === undefined) return undefined
    this.#waitingJump = undefined
    this.before = this.lastTick()
    this.last = tick
    this.lastTime = now
    this.seq += 1
    return live
  }

  save(): SavedIndex {
    const { name, last = null, lastTime, seq, before } = this
    const sources = [...this.#sources].map(([source, { price, time }]) => ({ source, price, time }))
    sources.sort((a, b) => (a.source < b.source ? -1 : 1))
    const saved = { name, last, lastTime, seq, before: before ? { ...before } : null }
    return { ...saved, waitingJump: this.#waitingJump ?? null, sources }
  }

  restore({ last, lastTime, seq, before, waitingJump, sources }: SavedIndex): void {
    this.last = last ?? undefined
    this.lastTime = lastTime
    this.seq = seq
    this.before = before ? { ...before } : undefined
    this.#waitingJump = waitingJump ?? undefined
    for (const { source, price, time } of sources) this.#sources.set(source, { price, time })
  }

  /** By name of the source, so that no tie depends on who came first; the dead are dropped. */
  #live(now: TimeMs): SourcePrice[] {
    const live: SourcePrice[] = []
    for (const [source, { price, time }] of this.#sources) {
      if (now - time < INDEX_LIVE_MS) live.push({ source, price, weight: this.#weights.get(source) ?? 1n })
      else this.#sources.delete(source)
    }
    return live.length < 2 ? live : live.sort((a, b) => (a.source < b.source ? -1 : 1))
  }

  /** n = 1: that price; a jump over 10 % within 1 s waits for a second quote within 2 % of it. */
  #alone(now: TimeMs, price: Price8): Price8 | undefined {
    const { last } = this
    const isJump =
      last !== undefined && now - this.lastTime <= JUMP_WITHIN_MS && 10n * distance(price, last) > last
    if (!isJump) return price
    const waiting = this.#waitingJump
    if (waiting !== undefined && 50n * distance(price, waiting) <= waiting) return price
    this.#waitingJump = price
    return undefined
  }
}
