/** Where does an index stand? Made of its sources' prices (exchange.md P1). */

import type { Price8, TimeMs } from "#core/money/units.ts"
import { divideNearest } from "../rounding.ts"

/** A source counts while its last quote is younger; an index without a tick for as long is stale (N4). */
const INDEX_LIVE_MS = 10_000
/** Most sources of one index; a quote of a further one is refused. */
export const INDEX_SOURCES_MAX = 32
/** P1 with one source: a larger jump within this time waits for a second quote. */
const JUMP_WITHIN_MS = 1_000

/** A price of a live source; `weight` counts in the weighted mean. */
export interface SourcePrice {
  source: string
  price: Price8
  weight: bigint
}

/** What a quote says: the mid of bid and ask (nearest), else the last trade, else nothing. */
export function quotedPrice(quote: { bid?: Price8; ask?: Price8; last?: Price8 }): Price8 | undefined {
  const { bid, ask, last } = quote
  if (bid !== undefined && ask !== undefined && bid > 0n && ask > 0n)
    return divideNearest(bid + ask, 2n) as Price8
  return last !== undefined && last > 0n ? last : undefined
}

/**
 * P1 for the live prices of one moment, two or more of them, the jump of a single one apart. `previous` is the
 * last tick. Undefined: no tick.
 */
export function combinePrices(
  prices: readonly SourcePrice[],
  previous: Price8 | undefined,
): Price8 | undefined {
  const [first, second] = prices
  if (first === undefined) return undefined
  if (second === undefined) return first.price
  const middle = median(prices)
  if (prices.length === 2) {
    // They differ by at most 5 % of their mean; `middle` is twice the mean.
    if (40n * distance(first.price, second.price) <= middle) return weightedMean(prices)
    return previous === undefined ? undefined : nearer(first, second, previous)
  }
  const kept = prices.filter(({ price }) => 40n * distance(2n * price, middle) <= 2n * middle)
  if (prices.length - kept.length > 1) return divideNearest(middle, 2n) as Price8
  return weightedMean(kept)
}

/** An index as plain data, for a snapshot. */
export interface SavedIndex {
  name: string
  last: Price8 | null
  lastTime: TimeMs
  seq: number
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

  /** Takes a source's price; answers the tick it gives, if it gives one. */
  quote(now: TimeMs, source: string, price: Price8): Price8 | undefined {
    this.#sources.set(source, { price, time: now })
    const live = this.#live(now)
    const tick = live.length === 1 ? this.#alone(now, price) : combinePrices(live, this.last)
    if (tick === undefined) return undefined
    this.#waitingJump = undefined
    this.last = tick
    this.lastTime = now
    this.seq += 1
    return tick
  }

  save(): SavedIndex {
    const { name, last = null, lastTime, seq } = this
    const sources = [...this.#sources].map(([source, { price, time }]) => ({ source, price, time }))
    sources.sort((a, b) => (a.source < b.source ? -1 : 1))
    return { name, last, lastTime, seq, waitingJump: this.#waitingJump ?? null, sources }
  }

  restore({ last, lastTime, seq, waitingJump, sources }: SavedIndex): void {
    this.last = last ?? undefined
    this.lastTime = lastTime
    this.seq = seq
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

const distance = (a: bigint, b: bigint): bigint => (a > b ? a - b : b - a)

/** Twice the median, so that the mean of the middle two stays whole. */
function median(prices: readonly SourcePrice[]): bigint {
  const sorted = prices.map(({ price }) => price).sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  const upper = sorted[sorted.length >> 1] ?? 0n
  const lower = sorted[(sorted.length - 1) >> 1] ?? 0n
  return upper + lower
}

function weightedMean(prices: readonly SourcePrice[]): Price8 {
  let sum = 0n
  let weights = 0n
  for (const { price, weight } of prices) {
    sum += price * weight
    weights += weight
  }
  return divideNearest(sum, weights) as Price8
}

/** The one nearer the last index; at a tie the first by name of the source. */
const nearer = (first: SourcePrice, second: SourcePrice, previous: Price8): Price8 =>
  distance(second.price, previous) < distance(first.price, previous) ? second.price : first.price
