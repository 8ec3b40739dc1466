/** How does what is shown go on where the restored engine stands? Numbers, last trades, books. */

import type { TimeMs } from "#core/money/units.ts"
import type { TradeRow } from "#core/wire/index.ts"
import type { Engine } from "./engine/engine.ts"
import type { EngineEvent, TradeEvent } from "./engine/event.ts"
import { indexCounter, type MarketModel, tradeCounter } from "./read-model/market-model.ts"
import { TRADES_KEPT } from "./read-model/market-view.ts"

/** Keeps the trades that a replay makes again: those that the archive may not have. */
export class ReplayedTrades {
  readonly #trades = new Map<string, TradeEvent[]>()

  take(events: readonly EngineEvent[]): void {
    for (const event of events) {
      if (event.type !== "trade") continue
      const trades = this.#trades.get(event.instrument)
      if (!trades) this.#trades.set(event.instrument, [event])
      else {
        trades.push(event)
        if (trades.length > 2 * TRADES_KEPT) trades.splice(0, TRADES_KEPT)
      }
    }
  }

  of(instrument: string): readonly TradeEvent[] {
    return this.#trades.get(instrument) ?? []
  }
}

/**
 * The archive's counters as the engine knows better: it counts trades on without a gap, whatever was reserved ahead.
 * Ticks of an index are numbered behind what was told of it: the engine's own count goes on from its snapshot.
 */
export function resumedCounters(saved: ReadonlyMap<string, number>, { state }: Engine): Map<string, number> {
  const counters = new Map(saved)
  for (const [id, market] of state.markets) counters.set(tradeCounter(id), market.nextTradeId - 1)
  for (const [name, index] of state.indexes)
    counters.set(indexCounter(name), Math.max(0, (saved.get(indexCounter(name)) ?? 0) - index.seq))
  return counters
}

/** Last trades as the archive has them and the replay goes on; from a gap on, only what lies behind it. */
export function resumeTape(
  model: MarketModel,
  saved: ReadonlyMap<string, readonly TradeRow[]>,
  replayed: ReplayedTrades,
): void {
  for (const view of model.views()) {
    const stored = saved.get(view.instrument.id) ?? []
    const last = stored.at(-1)?.[0] ?? 0
    const fresh = replayed.of(view.instrument.id).filter(({ id }) => id > last)
    const joins = fresh.length === 0 || fresh[0]?.id === last + 1
    view.resumeTrades([...(joins ? stored : []), ...fresh.map((event) => view.tradeRow(event))])
  }
}

/** What a read model must be told of an engine that has been restored: states, and every level of every book. */
export function standingBatch({ state }: Engine, time: TimeMs): { time: TimeMs; events: EngineEvent[] } {
  const events: EngineEvent[] = []
  for (const [instrument, market] of state.markets) {
    events.push({ type: "instrument", instrument, state: market.instrument.state })
    for (const side of ["buy", "sell"] as const)
      market.book.walkLevels(side, (price, total) => {
        events.push({ type: "depth", instrument, side, price, total: total as never })
        return true
      })
  }
  return { time, events }
}
