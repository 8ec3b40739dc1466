/** A real engine with one instrument in round units, driven in few words. */

import type { PerpetualInstrument, SpotInstrument, TradedInstrument } from "#core/instrument/instrument.ts"
import type { Amount, Lots, Price8, Ticks, TimeMs } from "#core/money/units.ts"
import { UNITS_PER_COIN } from "#core/money/units.ts"
import type { Answer, Outcome } from "#server/engine/answer.ts"
import type { Command, PlaceOrder, Side } from "#server/engine/command.ts"
import type { Engine } from "#server/engine/engine.ts"
import { createEngine } from "#server/engine/engine.ts"
import type { EngineEvent, OrderView } from "#server/engine/event.ts"
import type { EngineSettings } from "#server/engine/state.ts"

export const SPOT = "ABC_USDT"
export const PERPETUAL = "ABC_USDT_PERP"

/** One tick is 1 USDT, one lot 1 ABC, so that K is one USDT; nothing is limited that a test doesn't ask for. */
export const spotInstrument = (fields: Partial<SpotInstrument> = {}): SpotInstrument => ({
  id: SPOT,
  kind: "spot",
  base: "ABC",
  quote: "USDT",
  tick: UNITS_PER_COIN,
  lot: UNITS_PER_COIN,
  notionalUnit: UNITS_PER_COIN,
  state: "open",
  listedAt: 0,
  minQuantity: 1 as Lots,
  maxQuantity: 1_000_000 as Lots,
  maxMarketQuantity: fields.maxQuantity ?? (1_000_000 as Lots),
  minNotional: 0n as Amount,
  maxOpenOrders: 200,
  maxStops: 20,
  priceRule: "off",
  band: 5_000_000n,
  marketProtection: 50_000_000n,
  stpDefault: "EXPIRE_MAKER",
  ...fields,
})

export const perpetualInstrument = (fields: Partial<PerpetualInstrument> = {}): PerpetualInstrument => ({
  ...spotInstrument(),
  id: PERPETUAL,
  kind: "perpetual",
  index: SPOT,
  leverageMax: 10,
  fundingHours: 8,
  interest: 10_000n,
  markBand: 3_000_000n,
  maintenanceRate: 400_000n,
  ...fields,
})

type More = Partial<PlaceOrder>

export class TestExchange {
  readonly engine: Engine
  readonly instrument: string
  readonly events: EngineEvent[] = []
  time: TimeMs
  #seq = 0

  constructor(instrument: TradedInstrument, settings: Partial<EngineSettings> = {}, time: TimeMs = 0) {
    this.engine = createEngine(settings)
    this.instrument = instrument.id
    this.time = time
    this.run({ type: "instrument.set", instrument })
  }

  /** Does a command now; a refusal is an answer like any other. */
  run(command: Command): Outcome {
    this.#seq += 1
    const outcome = this.engine.apply({ seq: this.#seq, time: this.time, command })
    this.events.push(...outcome.events)
    return outcome
  }

  /** Lets time pass; the timers that become due fire. */
  tick(ms: TimeMs): Outcome {
    this.time += ms
    return this.run({ type: "clock.tick" })
  }

  place(account: string, side: Side, more: More): Outcome {
    return this.run({
      type: "order.place",
      account,
      instrument: this.instrument,
      side,
      orderType: "limit",
      ...more,
    })
  }

  buy(account: string, price: number, quantity: number, more: More = {}): Outcome {
    return this.place(account, "buy", { price: price as Ticks, quantity: quantity as Lots, ...more })
  }

  sell(account: string, price: number, quantity: number, more: More = {}): Outcome {
    return this.place(account, "sell", { price: price as Ticks, quantity: quantity as Lots, ...more })
  }

  /** By base quantity. */
  market(account: string, side: Side, quantity: number, more: More = {}): Outcome {
    return this.place(account, side, { orderType: "market", quantity: quantity as Lots, ...more })
  }

  /** By quote amount, in whole USDT. */
  marketFor(account: string, side: Side, usdt: number): Outcome {
    return this.place(account, side, { orderType: "market", budget: coins(usdt) })
  }

  /** `at` is the stop price, `price` the limit of the order that then enters. */
  stop(
    account: string,
    side: Side,
    at: number,
    { price, quantity, ...more }: { price: number; quantity: number } & Omit<More, "price" | "quantity">,
  ): Outcome {
    return this.place(account, side, {
      orderType: "stop-limit",
      stopPrice: at as Ticks,
      price: price as Ticks,
      quantity: quantity as Lots,
      ...more,
    })
  }

  amend(account: string, order: number, fields: { price?: number; quantity?: number }): Outcome {
    return this.run({
      type: "order.amend",
      account,
      order,
      ...(fields as { price?: Ticks; quantity?: Lots }),
    })
  }

  reduce(account: string, order: number, by: number): Outcome {
    return this.run({ type: "order.reduce", account, order, by: by as Lots })
  }

  cancel(account: string, order: number): Outcome {
    return this.run({ type: "order.cancel", account, order })
  }

  /** A source's price of the index, in whole USDT. */
  quote(price: number, source = "one"): Outcome {
    return this.run({ type: "feed.quote", index: SPOT, source, last: coins(price) as bigint as Price8 })
  }

  /** `[price, total]`, best first. */
  levels(side: Side): [number, number][] {
    return this.engine.levels(this.instrument, side).map(({ price, total }) => [price, total])
  }

  /** `[id, open]`, earliest first. */
  queue(side: Side, price: number): [number, number][] {
    return this.engine
      .queue(this.instrument, side, price as Ticks)
      .map((order) => [order.id, (order.quantity ?? 0) - order.executed])
  }
}

/** Whole coins as an amount of 1e-8; fractions of a coin are rounded to it. */
export const coins = (count: number): Amount => BigInt(Math.round(count * 1e8)) as Amount

/** The order of an answer that must have one. */
export function orderOf({ answer }: Outcome): OrderView {
  if (!answer.ok || !("order" in answer.value)) throw new Error(`no order in ${describe(answer)}`)
  return answer.value.order
}

/** The name of the refusal, or undefined. */
export const refusalOf = ({ answer }: Outcome): string | undefined =>
  answer.ok ? undefined : answer.problem.name

/** `price × quantity` of each trade. */
export const tradesOf = ({ events }: Outcome): string[] =>
  events.flatMap((event) => (event.type === "trade" ? [`${event.price} × ${event.quantity}`] : []))

const describe = (answer: Answer): string =>
  JSON.stringify(answer, (_, value) => (typeof value === "bigint" ? String(value) : value))
