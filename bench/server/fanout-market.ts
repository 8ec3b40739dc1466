/** The market of the fan-out figure: the real read model of twenty spot markets, fed with seeded events, no engine. */

import type { SpotInstrument } from "#core/instrument/instrument.ts"
import type { Amount, Lots, Ticks } from "#core/money/units.ts"
import type { EngineEvent } from "#server/engine/event.ts"
import { MarketModel } from "#server/read-model/market-model.ts"
import { seeded } from "../load/chance.ts"

export const GROUPS = 20
/** Markets that change in one round; with 10 ms a round that is 400 changes a second. */
const MARKETS_A_ROUND = 4
const LEVELS_A_CHANGE = 3
const LEVELS_A_SIDE = 60
const MIDDLE = 100_000
const START = 1_763_600_000_000
const ROUND_MS = 10

export const symbolOf = (group: number): string => `C${String(group).padStart(2, "0")}_USDT`

const instrumentOf = (group: number): SpotInstrument => ({
  id: symbolOf(group),
  kind: "spot",
  base: symbolOf(group).slice(0, 3),
  quote: "USDT",
  tick: 1_000_000n,
  lot: 100_000n,
  notionalUnit: 1000n,
  state: "open",
  listedAt: 0,
  minQuantity: 1 as Lots,
  maxQuantity: 1_000_000 as Lots,
  maxMarketQuantity: 1_000_000 as Lots,
  minNotional: 0n as Amount,
  maxOpenOrders: 200,
  maxStops: 20,
  priceRule: "off",
  band: 0n,
  marketProtection: 0n,
  stpDefault: "NONE",
})

export class FanoutMarket {
  readonly model: MarketModel
  readonly #fraction = seeded(11)
  readonly #tradeIds = new Map<string, number>()
  #time = START

  constructor() {
    this.model = new MarketModel({
      feed: { kind: "simulated", source: "", practice: true },
      instruments: Array.from({ length: GROUPS }, (_, group) => instrumentOf(group)),
      coinNames: new Map(),
      counters: new Map(),
      now: () => this.#time,
    })
    this.model.begin(START, START)
    const events: EngineEvent[] = []
    for (let group = 0; group < GROUPS; group += 1)
      for (let away = 1; away <= LEVELS_A_SIDE; away += 1) {
        events.push(this.#level(group, "buy", away, 1000), this.#level(group, "sell", away, 1000))
      }
    this.#take(events)
  }

  /** One batch of a few markets: levels and a trade each. Listeners hear it synchronously. */
  round(): void {
    const events: EngineEvent[] = []
    const first = Math.floor(this.#fraction() * GROUPS)
    for (let place = 0; place < MARKETS_A_ROUND; place += 1) {
      const group = (first + place * 7) % GROUPS
      events.push(this.#trade(group))
      for (let level = 0; level < LEVELS_A_CHANGE; level += 1) {
        const side = this.#fraction() < 0.5 ? "buy" : "sell"
        const away = 1 + Math.floor(this.#fraction() * LEVELS_A_SIDE)
        const total = this.#fraction() < 0.1 ? 0 : 1 + Math.floor(this.#fraction() * 100_000)
        events.push(this.#level(group, side, away, total))
      }
    }
    this.#take(events)
  }

  #take(events: EngineEvent[]): void {
    this.#time += ROUND_MS
    this.model.take({ time: this.#time, events })
  }

  #level(group: number, side: "buy" | "sell", away: number, total: number): EngineEvent {
    const price = (MIDDLE + (side === "buy" ? -away : away)) as Ticks
    return { type: "depth", instrument: symbolOf(group), side, price, total: total as Lots }
  }

  #trade(group: number): EngineEvent {
    const instrument = symbolOf(group)
    const id = (this.#tradeIds.get(instrument) ?? 0) + 1
    this.#tradeIds.set(instrument, id)
    const party = { order: id, account: "bench" }
    return {
      type: "trade",
      instrument,
      id,
      price: (MIDDLE + (id % 2)) as Ticks,
      quantity: (1 + Math.floor(this.#fraction() * 5000)) as Lots,
      takerSide: id % 2 === 0 ? "buy" : "sell",
      time: this.#time,
      maker: party,
      taker: party,
    }
  }
}
