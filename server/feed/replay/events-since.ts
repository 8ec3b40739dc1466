/** What a recording says from a time on: the books as they stood then, and all that came later. */

import type { TimeMs } from "#core/money/units.ts"
import type {
  RecordedDelta,
  RecordedEvent,
  RecordedLevel,
  RecordedSnapshot,
} from "../recorded/recorded-event.ts"

/** The book of one symbol, by price; its texts as they were recorded. */
class StandingBook {
  readonly #bids = new Map<number, RecordedLevel>()
  readonly #asks = new Map<number, RecordedLevel>()
  #depth: number | undefined

  update(event: RecordedSnapshot | RecordedDelta): void {
    if (event.kind === "snapshot") {
      this.#bids.clear()
      this.#asks.clear()
    }
    this.#depth = event.depth
    set(this.#bids, event.bids)
    set(this.#asks, event.asks)
    if (event.depth === undefined) return
    cut(this.#bids, event.depth, Math.min)
    cut(this.#asks, event.depth, Math.max)
  }

  asSnapshot(symbol: string, time: TimeMs): RecordedSnapshot {
    return {
      ...{ kind: "snapshot", symbol, time },
      ...{ bids: [...this.#bids.values()], asks: [...this.#asks.values()] },
      ...(this.#depth !== undefined && { depth: this.#depth }),
    }
  }
}

function set(side: Map<number, RecordedLevel>, levels: readonly RecordedLevel[]): void {
  for (const level of levels) {
    const price = Number(level[0])
    if (Number(level[1]) === 0) side.delete(price)
    else side.set(price, level)
  }
}

/** Some exchanges send only so many levels and no word of those that fall out below. */
function cut(
  side: Map<number, RecordedLevel>,
  depth: number,
  worstOf: (...prices: number[]) => number,
): void {
  while (side.size > depth) side.delete(worstOf(...side.keys()))
}

/** Trades before `since` are left out, and what books and indexes have gone through; a gap leaves no book. */
export function* eventsSince(events: Iterable<RecordedEvent>, since: TimeMs): Generator<RecordedEvent> {
  const books = new Map<string, StandingBook>()
  const indexes = new Map<string, RecordedEvent>()
  let isThere = false
  for (const event of events) {
    if (!isThere && event.time >= since) {
      isThere = true
      for (const [symbol, book] of books) yield book.asSnapshot(symbol, since)
      yield* indexes.values()
    }
    if (isThere) yield event
    else if (event.kind === "index") indexes.set(event.symbol, { ...event, time: since })
    else if (event.kind === "gap") books.delete(event.symbol)
    else if (event.kind === "snapshot") books.set(event.symbol, bookOf(event))
    else if (event.kind === "delta") books.get(event.symbol)?.update(event)
  }
}

function bookOf(event: RecordedSnapshot): StandingBook {
  const book = new StandingBook()
  book.update(event)
  return book
}
