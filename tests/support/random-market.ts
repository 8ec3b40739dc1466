/** Generates a busy fake market: seeded random batches whose books never cross. */

import type { FakeBatch, FakeLevel, FakeTrade } from "./fake-market.ts"

/** A small seeded generator (mulberry32): the same seed gives the same numbers in [0, 1). */
export function seededChance(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Price between the sides, in ticks; bids stay below it and asks above. */
const MIDDLE = 10_000

/** Batches for the given instruments: levels that come, change and go within `width` ticks, and trades. */
export function randomBatches(ids: readonly string[], seed: number, width = 120): () => FakeBatch {
  const chance = seededChance(seed)
  const below = (most: number) => Math.floor(chance() * most)
  const pick = () => ids[below(ids.length)] ?? ""
  const level = (): FakeLevel => {
    const side = chance() < 0.5 ? "bid" : "ask"
    // Most of what happens, happens near the middle.
    const distance = 1 + Math.floor(chance() ** 2 * width)
    const price = side === "bid" ? MIDDLE - distance : MIDDLE + distance
    return { id: pick(), side, price, total: chance() < 0.35 ? 0 : 1 + below(5000) }
  }
  const trade = (): FakeTrade => ({
    id: pick(),
    price: MIDDLE - 5 + below(11),
    quantity: 1 + below(900),
    side: chance() < 0.5 ? 1 : -1,
  })
  return () => ({
    after: below(6),
    levels: Array.from({ length: 1 + below(4) }, level),
    trades: chance() < 0.3 ? Array.from({ length: 1 + below(3) }, trade) : [],
  })
}
