/** Checks that an engine's events are consistent with each other and with its state, by books built from events alone. */

import type { OrderStatus } from "#core/order/order-status.ts"
import type { Outcome } from "#server/engine/answer.ts"
import type { Side } from "#server/engine/command.ts"
import type { Engine } from "#server/engine/engine.ts"
import type { EngineEvent, OrderView } from "#server/engine/event.ts"

const SIDES: readonly Side[] = ["buy", "sell"]
const ENDED: ReadonlySet<OrderStatus> = new Set([
  "filled",
  "cancelled",
  "expired",
  "expired-in-match",
  "rejected",
])

export class Auditor {
  readonly #engine: Engine
  readonly #instruments: readonly string[]
  /** `instrument side price` → total, from depth events. */
  readonly #levels = new Map<string, number>()
  readonly #lastTradeIds = new Map<string, number>()
  /** Lots traded by order id, from trade events; forgotten when the order ends. */
  readonly #traded = new Map<number, number>()
  readonly #open = new Map<number, OrderView>()
  readonly #wholeEvery: number
  #count = 0

  /** `wholeEvery`: after so many commands every book is looked at; those that a command told of are after each. */
  constructor(engine: Engine, instruments: readonly string[], wholeEvery = 1) {
    this.#engine = engine
    this.#instruments = instruments
    this.#wholeEvery = wholeEvery
  }

  /** After each command: throws at the first thing that doesn't hold. */
  check({ answer, events }: Outcome): void {
    this.#checkOnce(events)
    for (const event of events) {
      if (event.type === "trade") this.#takeTrade(event)
      if (event.type === "depth") this.#takeDepth(event)
    }
    for (const event of events) if (event.type === "order") this.#takeOrder(event.order)
    this.#checkExpiries()
    const hasEnded = events.some(endedByTime)
    if (!answer.ok)
      must(
        events.every((event) => isOfTime(event) || (hasEnded && isOfEnd(event))),
        "a refused command changed something",
      )
    for (const instrument of this.#booksToCheck(events)) this.#checkBook(instrument)
    must(this.#open.size === this.#engine.openOrders, "open orders told and open orders held differ")
  }

  #booksToCheck(events: readonly EngineEvent[]): readonly string[] {
    this.#count += 1
    if (this.#count % this.#wholeEvery === 0) return this.#instruments
    const touched = new Set<string>()
    for (const event of events) {
      if (event.type === "order") touched.add(event.order.instrument)
      else if (event.type === "trade" || event.type === "depth") touched.add(event.instrument)
    }
    return this.#instruments.filter((instrument) => touched.has(instrument))
  }

  /** S14: an order that is good till a time isn't open at it. */
  #checkExpiries(): void {
    const { now } = this.#engine
    for (const { id, expiresAt = Number.POSITIVE_INFINITY } of this.#open.values())
      must(now < expiresAt, `order ${id} was good till ${expiresAt} and is open at ${now}`)
  }

  /** At most one depth event a level, and one order event an order. */
  #checkOnce(events: readonly EngineEvent[]): void {
    const keys = events.flatMap((event) => {
      if (event.type === "depth") return [levelKey(event)]
      return event.type === "order" ? [`order ${event.order.id}`] : []
    })
    must(new Set(keys).size === keys.length, "a level or an order was told twice in one command")
  }

  #takeTrade(trade: Extract<EngineEvent, { type: "trade" }>): void {
    const last = this.#lastTradeIds.get(trade.instrument) ?? 0
    must(trade.id === last + 1, `trade ${trade.id} follows ${last} (S1)`)
    this.#lastTradeIds.set(trade.instrument, trade.id)
    must(trade.quantity > 0, "a trade of nothing")
    for (const { order } of [trade.maker, trade.taker])
      this.#traded.set(order, (this.#traded.get(order) ?? 0) + trade.quantity)
  }

  #takeDepth(depth: Extract<EngineEvent, { type: "depth" }>): void {
    const key = levelKey(depth)
    must((this.#levels.get(key) ?? 0) !== depth.total, `${key} was told without a change`)
    if (depth.total === 0) this.#levels.delete(key)
    else this.#levels.set(key, depth.total)
  }

  #takeOrder(order: OrderView): void {
    must(
      order.executed === (this.#traded.get(order.id) ?? 0),
      `order ${order.id} has executed what it hasn't traded`,
    )
    if (order.quantity !== undefined)
      must(order.executed <= order.quantity, `order ${order.id} is overfilled`)
    if (order.status === "filled" && order.quantity !== undefined)
      must(order.executed === order.quantity, `order ${order.id} is called filled`)
    if (order.reason === "GTT")
      must(order.updated === order.expiresAt, `order ${order.id} expired at another time than its own`)
    if (order.groupKind === "oco") this.#checkLeg(order)
    if (ENDED.has(order.status)) {
      this.#open.delete(order.id)
      this.#traded.delete(order.id)
      must(this.#engine.order(order.id) === undefined, `order ${order.id} has ended and is still held`)
    } else this.#open.set(order.id, order)
  }

  /** S16: where something has happened to a leg the other has ended, unless it was the other that it happened to. */
  #checkLeg(order: OrderView): void {
    const hasMoved = order.executed > 0 || ENDED.has(order.status) || (order.prevented ?? 0) > 0
    if (!hasMoved || order.reason === "OCO") return
    const other = order.group === order.id ? order.id + 1 : (order.group ?? 0)
    must(
      this.#engine.order(other) === undefined,
      `order ${order.id} has moved, and ${other} of its pair is open`,
    )
  }

  /** I6, and that the levels told are the levels held. */
  #checkBook(instrument: string): void {
    let held = this.#engine.stops(instrument).length
    for (const side of SIDES) {
      const levels = this.#engine.levels(instrument, side)
      for (const { price, total } of levels) {
        const queue = this.#engine.queue(instrument, side, price)
        const sum = queue.reduce((shown, order) => shown + shownOf(order), 0)
        must(queue.length > 0 && total > 0, `${instrument} ${side} ${price} is an empty level (I6)`)
        must(total === sum, `${instrument} ${side} ${price} holds ${sum} and says ${total} (I6)`)
        const told = this.#levels.get(levelKey({ instrument, side, price }))
        must(told === total, `${instrument} ${side} ${price} was told as ${told} and is ${total}`)
        held += queue.length
      }
      const told = [...this.#levels.keys()].filter((key) => key.startsWith(`${instrument} ${side} `))
      must(told.length === levels.length, `${instrument} ${side} has levels that are gone`)
    }
    const [bid, ask] = SIDES.map((side) => this.#engine.levels(instrument, side, 1)[0]?.price)
    must(
      bid === undefined || ask === undefined || bid < ask,
      `${instrument} is crossed: ${bid} and ${ask} (I6)`,
    )
    const open = [...this.#open.values()].filter((order) => order.instrument === instrument)
    must(open.length === held, `${instrument} holds ${held} orders and told of ${open.length}`)
  }
}

/** S19: what the book shows of an order, which is never more than the part that was chosen. */
function shownOf({ id, quantity, executed, hidden, shown }: OrderView): number {
  const lots = (quantity ?? 0) - executed - (hidden ?? 0)
  must(lots > 0 && lots <= (shown ?? lots), `order ${id} shows ${lots} lots of at most ${shown}`)
  return lots
}

const levelKey = ({ instrument, side, price }: { instrument: string; side: Side; price: number }) =>
  `${instrument} ${side} ${price}`

/** What the passing of time tells, whatever the command is. */
const isOfTime = (event: EngineEvent): boolean =>
  event.type === "mark" ||
  event.type === "funding-rate" ||
  (event.type === "open-interest" && event.isSample) ||
  event.type === "user" ||
  event.type === "instrument" ||
  (event.type === "paused" && event.end !== undefined && event.end !== "OWNER") ||
  (event.type === "journal" && event.kind === "house-net")

/** An order that time has ended, whatever the command is (S14, S15). */
const endedByTime = (event: EngineEvent): boolean => event.type === "order" && isEndOfTime(event.order)

/** Why an order ended: nothing but the passing of time, which ends the other leg of a pair as well (S16). */
export const isEndOfTime = ({ reason }: OrderView): boolean =>
  reason === "GTT" || reason === "COUNTDOWN" || reason === "OCO"

/** What its end tells. */
const isOfEnd = (event: EngineEvent): boolean =>
  endedByTime(event) ||
  event.type === "depth" ||
  event.type === "balance" ||
  (event.type === "journal" && event.kind === "order-release")

function must(holds: boolean, sentence: string): void {
  if (!holds) throw new Error(sentence)
}
