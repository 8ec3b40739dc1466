/** The active market's book and its checksum: the generator's own implementation, not the product's. */

import { crc32 } from "node:zlib"
import type { Chance } from "./chance.ts"
import { ACTIVE_TICKS, LEVELS, stepText } from "./workload.ts"

type BookTexts = readonly (readonly [price: string, total: string])[]

/** One depth message, as wire text. */
export interface BookChange {
  bids: BookTexts
  asks: BookTexts
  checksum: number
}

const CHECKSUM_LEVELS = 25
/** The price comes back to where it began when it has gone so far, in ticks. */
const REACH = 40
/** Changed levels lie within so many ticks of the best price. */
const NEAR = 30
const LOTS_MAX = 900_000
/** Levels in one of the messages that bring the book back to its beginning. */
const RESTORED_AT_ONCE = 12

type Side = Map<number, number>

export class ActiveBook {
  readonly #chance: Chance
  readonly #first: { bids: Side; asks: Side }
  #bids: Side
  #asks: Side
  /** Bids stand at or below, asks above. */
  #middle = ACTIVE_TICKS

  constructor(chance: Chance) {
    this.#chance = chance
    const bids: Side = new Map()
    const asks: Side = new Map()
    for (let place = 0; place < LEVELS; place += 1) {
      bids.set(ACTIVE_TICKS - place, this.#lots())
      asks.set(ACTIVE_TICKS + 1 + place, this.#lots())
    }
    this.#first = { bids: new Map(bids), asks: new Map(asks) }
    this.#bids = bids
    this.#asks = asks
  }

  get middle(): number {
    return this.#middle
  }

  /** Best first, as a snapshot sends it. */
  snapshot(): BookChange {
    return {
      bids: texts(sorted(this.#bids, -1)),
      asks: texts(sorted(this.#asks, 1)),
      checksum: this.#checksum(),
    }
  }

  /** One to three levels change; now and then the price moves by a tick. */
  change(): BookChange {
    const bids: Side = new Map()
    const asks: Side = new Map()
    if (this.#chance() < 0.2) this.#move(bids, asks)
    const count = 1 + Math.floor(this.#chance() * 3)
    for (let at = bids.size + asks.size; at < count; at += 1) this.#touch(bids, asks)
    return this.#apply(bids, asks)
  }

  /** How many messages of {@link restore} it takes at most. */
  static readonly restoreMessages = 60

  /** Part `part` of the way back to the first book: first what must go goes, then what is missing comes. */
  restore(): BookChange {
    const bids: Side = new Map()
    const asks: Side = new Map()
    const room = () => RESTORED_AT_ONCE - bids.size - asks.size
    for (const [now, first, changed] of [
      [this.#bids, this.#first.bids, bids],
      [this.#asks, this.#first.asks, asks],
    ] as const)
      for (const price of now.keys()) if (!first.has(price) && room() > 0) changed.set(price, 0)
    if (bids.size + asks.size < RESTORED_AT_ONCE)
      for (const [now, first, changed] of [
        [this.#bids, this.#first.bids, bids],
        [this.#asks, this.#first.asks, asks],
      ] as const)
        for (const [price, lots] of first) if (now.get(price) !== lots && room() > 0) changed.set(price, lots)
    this.#middle = ACTIVE_TICKS
    return this.#apply(bids, asks)
  }

  isFirst(): boolean {
    const isSame = (one: Side, other: Side) =>
      one.size === other.size && [...one].every(([price, lots]) => other.get(price) === lots)
    return isSame(this.#bids, this.#first.bids) && isSame(this.#asks, this.#first.asks)
  }

  #move(bids: Side, asks: Side): void {
    const drift = (this.#middle - ACTIVE_TICKS) / REACH
    const isUp = this.#chance() * 2 - 1 > drift
    if (isUp) {
      asks.set(this.#middle + 1, 0)
      this.#middle += 1
      bids.set(this.#middle, this.#lots())
    } else {
      bids.set(this.#middle, 0)
      asks.set(this.#middle, this.#lots())
      this.#middle -= 1
    }
  }

  #touch(bids: Side, asks: Side): void {
    const isBid = this.#chance() < 0.5
    const distance = Math.floor(this.#chance() ** 2 * NEAR)
    const price = isBid ? this.#middle - distance : this.#middle + 1 + distance
    const lots = this.#chance() < 0.1 ? 0 : this.#lots()
    ;(isBid ? bids : asks).set(price, lots)
  }

  #apply(bids: Side, asks: Side): BookChange {
    for (const [side, changes] of [
      [this.#bids, bids],
      [this.#asks, asks],
    ] as const)
      for (const [price, lots] of changes)
        if (lots === 0) side.delete(price)
        else side.set(price, lots)
    return { bids: texts([...bids]), asks: texts([...asks]), checksum: this.#checksum() }
  }

  #checksum(): number {
    const bids = best(this.#bids, -1)
    const asks = best(this.#asks, 1)
    const parts: string[] = []
    for (let rank = 0; rank < CHECKSUM_LEVELS; rank += 1)
      for (const level of [bids[rank], asks[rank]]) if (level) parts.push(...levelTexts(level))
    return crc32(parts.join(":"))
  }

  #lots(): number {
    return 1 + Math.floor(this.#chance() * LOTS_MAX)
  }
}

/** The best levels, found by walking the prices: no bid ever stands further up, no ask further down than the reach. */
function best(side: Side, direction: 1 | -1): [number, number][] {
  const levels: [number, number][] = []
  const end = LEVELS + 4 * REACH
  for (let away = -2 * REACH; away < end && levels.length < CHECKSUM_LEVELS; away += 1) {
    const price = ACTIVE_TICKS + direction * away
    const lots = side.get(price)
    if (lots !== undefined) levels.push([price, lots])
  }
  return levels
}

/** Best first; only the top is needed, but a book of two hundred levels is sorted quickly enough for one lap. */
const sorted = (side: Side, direction: 1 | -1) => [...side].sort(([a], [b]) => (a - b) * direction)

export const priceText = (ticks: number): string => stepText(ticks, 1)
export const lotText = (lots: number): string => (lots === 0 ? "0" : stepText(lots, 5))

const levelTexts = ([price, lots]: readonly [number, number]) => [priceText(price), lotText(lots)] as const
const texts = (levels: readonly (readonly [number, number])[]): BookTexts => levels.map(levelTexts)
