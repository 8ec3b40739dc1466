/** Resumes the read model from the restored engine: sequence numbers, last trades, books. */

import type { TimeMs } from "#core/money/units.ts"
import type { TradeRow } from "#core/wire/index.ts"
import { allListed } from "../engine/all-listed.ts"
import type { Engine } from "../engine/engine.ts"
import type { EngineEvent, TradeEvent } from "../engine/event.ts"
import { instrumentEvent } from "../engine/listed.ts"
import { indexBaseCounter, type MarketModel, tradeCounter } from "../read-model/market-model.ts"

/** Of each market, after a replay; more would be held for a moment only. */
const TRADES_REPLAYED = 500

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
        if (trades.length > 2 * TRADES_REPLAYED) trades.splice(0, TRADES_REPLAYED)
      }
    }
  }

  of(instrument: string): readonly TradeEvent[] {
    return this.#trades.get(instrument) ?? []
  }
}

/** How format 4 of the data first counted ticks of an index: the last number told, and some millions reserved. */
const TOLD_TICKS = "index:"

/** The archive's counters as the engine knows better: it counts trades and ticks of indexes on without a gap. */
export function resumedCounters(saved: ReadonlyMap<string, number>, { state }: Engine): Map<string, number> {
  const counters = new Map(saved)
  for (const [id, market] of state.markets) counters.set(tradeCounter(id), market.nextTradeId - 1)
  for (const [counter, told] of saved) {
    if (!counter.startsWith(TOLD_TICKS)) continue
    const index = counter.slice(TOLD_TICKS.length)
    const base = Math.max(0, told - (state.indexes.get(index)?.seq ?? 0))
    if (!saved.has(indexBaseCounter(index))) counters.set(indexBaseCounter(index), base)
  }
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

/** What a read model must be told of an engine that has been restored: states, open interest, and every level of every book. */
export function standingBatch({ state }: Engine, time: TimeMs): { time: TimeMs; events: EngineEvent[] } {
  const events: EngineEvent[] = []
  for (const { instrument } of allListed(state)) events.push(instrumentEvent(instrument))
  for (const [instrument, market] of state.markets) {
    const size = state.clearings.perpetual.accounts.interest.of(instrument)
    if (size > 0n) events.push({ type: "open-interest", instrument, size, time, isSample: false })
    for (const side of ["buy", "sell"] as const)
      market.book.walkLevels(side, (price, total) => {
        events.push({ type: "depth", instrument, side, price, total: total as never })
        return true
      })
  }
  return { time, events }
}
