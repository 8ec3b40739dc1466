/** Submits the best prices of several exchanges to an index, one source each, when they have changed. */

import type { Price8, TimeMs } from "#core/money/units.ts"
import type { CommandDoor } from "../../exchange/command-door.ts"
import { figureUnits, toUnits8 } from "./decimal-units.ts"
import type { FedMarket } from "./listed-markets.ts"
import type { Venue } from "./venue.ts"

/** An index takes at most 10 ticks a second (P1): its sources share them. */
const GAP_MS = 100
/** A price that stands still is quoted again after this; its source counts for 10 s (P1). */
const STILL_MS = 3000
/** Only while its exchange was heard so lately: a price that merely isn't contradicted gets old. */
const HEARD_MS = 3000

/** An index and the pair that it follows; each exchange has its own market for that. */
export interface FedIndex {
  name: string
  base: string
  quote: string
}

/** The indexes of these markets, each once. */
export function indexesOf(markets: readonly FedMarket[]): FedIndex[] {
  const indexes = new Map<string, FedIndex>()
  for (const { instrument } of markets)
    if (instrument.kind !== "spot") {
      const { index, base, quote } = instrument
      indexes.set(index, { name: index, base, quote })
    }
  return [...indexes.values()]
}

interface Quoted {
  text: string
  time: TimeMs
}

export class VenueQuotes {
  readonly #door: CommandDoor
  readonly #venues: readonly Venue[]
  readonly #indexes: readonly FedIndex[]
  readonly #quoted = new Map<string, Quoted>()
  readonly #underWay = new Set<Promise<unknown>>()

  constructor(door: CommandDoor, venues: readonly Venue[], indexes: readonly FedIndex[]) {
    this.#door = door
    this.#venues = venues
    this.#indexes = indexes
  }

  /** Quotes what has moved; answers in how many ms to look again. */
  step(now: TimeMs): number {
    for (const venue of this.#venues)
      if (venue.heardAt > 0 && now - venue.heardAt < HEARD_MS)
        for (const index of this.#indexes) this.#quote(venue, index, now)
    return GAP_MS * Math.max(2, this.#venues.length)
  }

  async settled(): Promise<void> {
    await Promise.all(this.#underWay)
  }

  #quote(venue: Venue, index: FedIndex, now: TimeMs): void {
    const { name } = index
    const source = venue.source(index)
    const prices = source && venue.quote(source.symbol)
    if (!prices) return
    const { multiple } = source
    const [bid, ask, last] = [prices.bid, prices.ask, prices.last].map((figure) => price8(figure, multiple))
    const hasBoth = bid !== undefined && ask !== undefined && bid <= ask
    // Nonsense is no price at all: neither crossed nor one-sided prices are trusted without a last trade.
    if (!hasBoth && last === undefined) return
    const text = hasBoth ? `${bid}/${ask}` : `${last}`
    const key = `${venue.name}/${name}`
    const before = this.#quoted.get(key)
    if (before?.text === text && now - before.time < STILL_MS) return
    this.#quoted.set(key, { text, time: now })
    const sent = this.#door.submit({
      type: "feed.quote",
      index: name,
      source: venue.name,
      ...(hasBoth ? { bid, ask } : last !== undefined ? { last } : {}),
    })
    this.#underWay.add(sent)
    void sent.then(() => this.#underWay.delete(sent))
  }
}

/** U4: prices stay below 2^53 units, as amounts on the wire do. */
const PRICE8_MAX = BigInt(Number.MAX_SAFE_INTEGER)

function price8(figure: unknown, multiple: bigint): Price8 | undefined {
  const units = figureUnits(figure)
  if (units === undefined) return undefined
  const price = toUnits8(units * multiple)
  return price > 0n && price <= PRICE8_MAX ? (price as Price8) : undefined
}
