/** What does the exchange do? `apply(command)` → answer and events; the same journal gives the same events. */

import type { InstrumentState } from "#core/instrument/instrument.ts"
import type { Price8, Ticks, TimeMs } from "#core/money/units.ts"
import { refuse } from "#core/wire/problem.ts"
import type { Answer, Outcome } from "./answer.ts"
import type { Command, FeedQuote, Side, Stamped } from "./command.ts"
import type { OrderView } from "./event.ts"
import { indexNamed, setInstrument, setInstrumentState } from "./instruments.ts"
import { drawPractice, moveCapital, transfer } from "./ledger/move-money.ts"
import { viewOrder } from "./matching/order.ts"
import type { BookLevel } from "./matching/order-book.ts"
import { bestLevels } from "./matching/order-book.ts"
import { amendOrder, cancelAll, cancelOrder, queryOrder, reduceOrder } from "./orders/change-order.ts"
import { placeOrder } from "./orders/place-order.ts"
import { quotedPrice } from "./pricing/index-price.ts"
import { fireTimers } from "./scheduled.ts"
import { loadState } from "./snapshot/load-state.ts"
import { type SavedState, saveState } from "./snapshot/saved-state.ts"
import type { EngineSettings, EngineState } from "./state.ts"
import { createState } from "./state.ts"
import { resumeAfterAudit, startClock, stopForAudit } from "./trading-stops.ts"
import { freezeUser, setUserLevel } from "./users.ts"

const DONE: Answer = { ok: true, value: {} }

/** A new engine, without instruments. */
export const createEngine = (settings: Partial<EngineSettings> = {}): Engine =>
  new Engine(createState(settings))

/** Pure but for its own state: no clock, no chance, no I/O (T1). */
export class Engine {
  readonly #state: EngineState

  /** A new state, or one restored from a snapshot. */
  constructor(state: EngineState) {
    this.#state = state
  }

  /** For snapshots and checks, between two commands; nobody else changes it. */
  get state(): EngineState {
    return this.#state
  }

  /**
   * Does one command: first the timers due by its time (T2), then itself. Sequences rise and time never falls;
   * anything else is a bug of the caller and throws, as does every broken promise of the engine's own.
   */
  apply({ seq, time, command }: Stamped): Outcome {
    const { log } = this.#state
    if (seq <= log.seq || time < log.now)
      throw new RangeError(`command ${seq} at ${time} after ${log.seq} at ${log.now}`)
    const silence = time - log.now
    log.seq = seq
    fireTimers(this.#state, time)
    log.now = time
    const answer = this.#dispatch(command, silence)
    const answered = answer.ok && "order" in answer.value ? answer.value.order : undefined
    return { answer, events: log.close(answered) }
  }

  /** A copy of all that it remembers, as plain data; between two commands only. */
  save(): SavedState {
    return saveState(this.#state)
  }

  /** Stands where the saved one stood; only before the first command. */
  load(saved: SavedState): void {
    loadState(this.#state, saved)
  }

  /** When the next timer is due; then a `clock.tick` is wanted if no other command comes (T2). */
  nextDue(): TimeMs | undefined {
    return this.#state.timers.nextDue()
  }

  /** Engine time of the last command. */
  get now(): TimeMs {
    return this.#state.log.now
  }
  /** How many orders are open, waiting stops among them. */
  get openOrders(): number {
    return this.#state.orders.size
  }
  /** How many client order ids are remembered (S12). */
  get rememberedKeys(): number {
    return this.#state.keys.size
  }

  instrumentState(instrument: string): InstrumentState | undefined {
    return this.#state.markets.get(instrument)?.instrument.state
  }

  /** An open order as it stands; an ended one is forgotten. */
  order(id: number): OrderView | undefined {
    const order = this.#state.orders.get(id)
    return order && viewOrder(order)
  }

  /** Best first. */
  levels(instrument: string, side: Side, count: number = Number.POSITIVE_INFINITY): BookLevel[] {
    const book = this.#state.markets.get(instrument)?.book
    return book ? bestLevels(book, side, count) : []
  }

  /** The open orders of one price, earliest first. */
  queue(instrument: string, side: Side, price: Ticks): OrderView[] {
    return (this.#state.markets.get(instrument)?.book.queue(side, price) ?? []).map(viewOrder)
  }

  /** Waiting stops in the order in which they would fire (S8). */
  stops(instrument: string): OrderView[] {
    return (this.#state.markets.get(instrument)?.stops.list() ?? []).map(viewOrder)
  }

  /** The last tick of an index. */
  indexPrice(index: string): Price8 | undefined {
    return this.#state.indexes.get(index)?.last
  }

  #dispatch(command: Command, silence: TimeMs): Answer {
    switch (command.type) {
      case "order.place":
        return placeOrder(this.#state, command)
      case "order.amend":
        return amendOrder(this.#state, command)
      case "order.reduce":
        return reduceOrder(this.#state, command)
      case "order.cancel":
        return cancelOrder(this.#state, command)
      case "order.cancel-all":
        return cancelAll(this.#state, command)
      case "order.query":
        return queryOrder(this.#state, command)
      case "transfer":
        return transfer(this.#state, command)
      case "faucet.draw":
        return drawPractice(this.#state, command)
      case "capital.move":
      case "ledger.correct":
        return moveCapital(this.#state, command)
      case "feed.quote":
        return this.#takeQuote(command)
      case "instrument.set":
        return setInstrument(this.#state, command)
      case "instrument.state":
        return setInstrumentState(this.#state, command)
      case "clock.tick":
        return DONE
      case "user.freeze":
        return freezeUser(this.#state, command)
      case "user.level":
        return setUserLevel(this.#state, command)
      case "clock.start":
        return startClock(this.#state, command, silence)
      case "audit.stop":
        return stopForAudit(this.#state, command)
      case "audit.resume":
        return resumeAfterAudit(this.#state)
    }
  }

  /** P1. A quote without a price, or one that gives no tick, is taken and tells nothing. */
  #takeQuote(command: FeedQuote): Answer {
    const { log } = this.#state
    const price = quotedPrice(command)
    if (price === undefined) return DONE
    const index = indexNamed(this.#state, command.index)
    if (!index?.hasRoomFor(command.source)) return refuse("UNKNOWN_INSTRUMENT", { instrument: command.index })
    const tick = index.quote(log.now, command.source, price)
    if (tick !== undefined)
      log.push({ type: "index", index: index.name, seq: index.seq, time: log.now, price: tick })
    return DONE
  }
}
