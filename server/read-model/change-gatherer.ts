/** Gathers the changes of one batch event by event and publishes them as a whole. */

import type { TimeMs } from "#core/money/units.ts"
import type { TradeRow } from "#core/wire/index.ts"
import type { DepthEvent, MarkEvent, OpenInterestEvent } from "#server/engine/event.ts"
import type { DepthChange } from "./book-view.ts"
import type { IndexRow } from "./index-ticks.ts"
import type { MarketChange } from "./market-reader.ts"
import type { MarketView } from "./market-view.ts"

export class ChangeGatherer {
  readonly #time: TimeMs
  readonly #seq: number
  readonly #tickers = new Set<MarketView>()
  readonly #marks = new Map<MarketView, MarkEvent>()
  readonly #openInterests = new Map<MarketView, OpenInterestEvent>()
  readonly #candles = new Set<string>()
  readonly #trades = new Map<string, TradeRow[]>()
  readonly #books = new Map<MarketView, { change: DepthChange; bid: string; ask: string }>()
  readonly #indexes = new Map<string, IndexRow[]>()
  readonly #instruments = new Set<MarketView>()

  constructor(time: TimeMs, seq: number) {
    this.#time = time
    this.#seq = seq
  }

  /** Its price moved: ticker and candles. */
  traded(view: MarketView): void {
    this.#tickers.add(view)
    this.#candles.add(view.instrument.id)
  }

  /** A minute is over. */
  turned(view: MarketView): void {
    this.traded(view)
  }

  trade(view: MarketView, row: TradeRow): void {
    this.traded(view)
    addTo(this.#trades, view.instrument.id, row)
  }

  indexTick(index: string, row: IndexRow): void {
    addTo(this.#indexes, index, row)
  }

  depth(view: MarketView, event: DepthEvent): void {
    const { book } = view
    if (!book) return
    let own = this.#books.get(view)
    if (!own) {
      own = { change: book.change(this.#seq), bid: book.bestText("bid"), ask: book.bestText("ask") }
      this.#books.set(view, own)
    }
    book.take(event, own.change)
  }

  mark(view: MarketView, event: MarkEvent): void {
    this.#marks.set(view, event)
  }

  openInterest(view: MarketView, event: OpenInterestEvent): void {
    this.#openInterests.set(view, event)
  }

  instrument(view: MarketView): void {
    this.#instruments.add(view)
  }

  /** Closes the books' changes and writes what is told. */
  finish(): MarketChange {
    const depth = new Map<string, DepthChange>()
    for (const [view, { change, bid, ask }] of this.#books) {
      view.book?.commit(change, this.#time)
      depth.set(view.instrument.id, change)
      const isBestMoved = view.book?.bestText("bid") !== bid || view.book?.bestText("ask") !== ask
      if (isBestMoved) this.#tickers.add(view)
    }
    for (const view of this.#tickers) view.tickerChanged(this.#time, this.#seq)
    for (const [view, event] of this.#marks) view.markChanged(event, this.#seq)
    for (const [view, event] of this.#openInterests) view.openInterestChanged(event, this.#seq)
    const idsOf = (views: Iterable<MarketView>) => new Set([...views].map((view) => view.instrument.id))
    return {
      time: this.#time,
      tickers: idsOf(this.#tickers),
      marks: idsOf(this.#marks.keys()),
      openInterests: idsOf(this.#openInterests.keys()),
      candles: this.#candles,
      trades: this.#trades,
      depth,
      indexes: this.#indexes,
      instruments: new Map(
        [...this.#instruments].map((view) => [
          view.instrument.id,
          { state: view.instrument.state, version: view.version },
        ]),
      ),
    }
  }
}

function addTo<T>(lists: Map<string, T[]>, key: string, item: T): void {
  const list = lists.get(key)
  if (list) list.push(item)
  else lists.set(key, [item])
}
