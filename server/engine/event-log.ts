/** Events of the command under way: trades and prices as they happen; orders and levels once, as they stand at its end. */

import type { TimeMs } from "#core/money/units.ts"
import type { BalanceEvent, EngineEvent, OpenInterestEvent, OrderView, PositionEvent } from "./event.ts"
import { Gathered } from "./gathered.ts"
import type { Balance } from "./ledger/balance.ts"
import type { Order } from "./matching/order.ts"
import { viewOrder } from "./matching/order.ts"

/** Something with levels that changed in this command and are published at its end. */
export interface DepthSource {
  /** Adds at most one event a changed level, and forgets the changes. */
  flushDepth(events: EngineEvent[]): void
}

/** A position that changed in this command and is published at its end. */
export interface PositionSource {
  /** Of the command that changed it last. */
  sequence: number
  view(): PositionEvent
}

/** An open interest that may have changed in this command and is told at its end. */
export interface InterestSource {
  /** Of the command that changed it last. */
  sequence: number
  /** Undefined: it stands where it stood before the command. */
  takeChange(): Pick<OpenInterestEvent, "instrument" | "size"> | undefined
}

export class EventLog {
  /** Of the command under way. */
  seq = 0
  /** Engine time: the command's, or the due time of the timer that fires before it. */
  now: TimeMs = 0
  #events: EngineEvent[] = []
  /** What the answer to the command under way carries. */
  #answered: OrderView | undefined
  readonly #orders = new Gathered<Order>()
  readonly #books = new Gathered<DepthSource>()
  readonly #balances = new Gathered<Balance>()
  readonly #positions = new Gathered<PositionSource>()
  readonly #interests = new Gathered<InterestSource>()

  push(event: EngineEvent): void {
    this.#events.push(event)
  }

  /** The order's view as it stands, for the answer to the command; the event of its end shares it. */
  answerWith(order: Order): OrderView {
    this.#answered = viewOrder(order)
    return this.#answered
  }

  /** The order will be reported as it stands at the end of the command (S13), once. */
  orderChanged(order: Order): void {
    if (order.sequence === this.seq) return
    order.sequence = this.seq
    order.updated = this.now
    this.#orders.push(order)
  }

  /** The balance will be reported as it stands at the end of the command, once. */
  balanceChanged(balance: Balance): void {
    if (balance.sequence === this.seq) return
    balance.sequence = this.seq
    this.#balances.push(balance)
  }

  /** The position will be reported as it stands at the end of the command, once. */
  positionChanged(position: PositionSource): void {
    if (position.sequence === this.seq) return
    position.sequence = this.seq
    this.#positions.push(position)
  }

  /** P31: will be told at the end of the command, once. */
  interestChanged(interest: InterestSource): void {
    if (interest.sequence === this.seq) return
    interest.sequence = this.seq
    this.#interests.push(interest)
  }

  depthChanged(book: DepthSource): void {
    this.#books.push(book)
  }

  /**
   * All events of the command: trades, journals and prices, then orders, balances, positions, open interest, levels, each
   * in order of their first change.
   */
  close(): EngineEvent[] {
    const events = this.#events
    const answered = this.#answered
    this.#events = []
    this.#answered = undefined
    for (let index = 0; index < this.#orders.count; index += 1) {
      const order = this.#orders.at(index)
      if (order)
        events.push({ type: "order", order: answered?.id === order.id ? answered : viewOrder(order) })
    }
    for (let index = 0; index < this.#balances.count; index += 1) {
      const balance = this.#balances.at(index)
      if (balance) events.push(balanceOf(balance))
    }
    for (let index = 0; index < this.#positions.count; index += 1) {
      const position = this.#positions.at(index)
      if (position) events.push(position.view())
    }
    for (let index = 0; index < this.#interests.count; index += 1) {
      const change = this.#interests.at(index)?.takeChange()
      if (change) events.push({ type: "open-interest", ...change, time: this.now, isSample: false })
    }
    for (let index = 0; index < this.#books.count; index += 1) this.#books.at(index)?.flushDepth(events)
    this.#orders.clear()
    this.#balances.clear()
    this.#positions.clear()
    this.#interests.clear()
    this.#books.clear()
    return events
  }
}

/** A balance as it stands. */
export const balanceOf = (balance: Balance): BalanceEvent => {
  const { account, wallet, currency, available, held, margin, advance } = balance
  const event: BalanceEvent = { type: "balance", account: account.id, wallet, currency, available, held }
  if (margin !== 0n) event.margin = margin
  if (advance !== 0n) event.advance = advance
  return event
}
