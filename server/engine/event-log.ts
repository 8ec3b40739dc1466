/** What did this command tell? Trades and prices as they happen; orders and levels once, as they stand at its end. */

import type { TimeMs } from "#core/money/units.ts"
import type { BalanceEvent, EngineEvent, OrderView } from "./event.ts"
import { Gathered } from "./gathered.ts"
import type { Purse } from "./ledger/purse.ts"
import type { Order } from "./matching/order.ts"
import { viewOrder } from "./matching/order.ts"

/** Something with levels that changed in this command and are told at its end. */
export interface DepthSource {
  /** Adds at most one event a changed level, and forgets the changes. */
  flushDepth(events: EngineEvent[]): void
}

export class EventLog {
  /** Of the command under way. */
  seq = 0
  /** Engine time: the command's, or the due time of the timer that fires before it. */
  now: TimeMs = 0
  #events: EngineEvent[] = []
  readonly #orders = new Gathered<Order>()
  readonly #books = new Gathered<DepthSource>()
  readonly #purses = new Gathered<Purse>()

  push(event: EngineEvent): void {
    this.#events.push(event)
  }

  /** The order will be told as it stands at the end of the command (S13), once. */
  orderChanged(order: Order): void {
    if (order.sequence === this.seq) return
    order.sequence = this.seq
    order.updated = this.now
    this.#orders.push(order)
  }

  /** The balance will be told as it stands at the end of the command, once. */
  purseChanged(purse: Purse): void {
    if (purse.sequence === this.seq) return
    purse.sequence = this.seq
    this.#purses.push(purse)
  }

  depthChanged(book: DepthSource): void {
    this.#books.push(book)
  }

  /**
   * All events of the command: trades, journals and prices, then orders, then balances, then levels, each in order of
   * their first change.
   * `answered`: the order's view that the answer carries already; the event shares it.
   */
  close(answered: OrderView | undefined): EngineEvent[] {
    const events = this.#events
    this.#events = []
    for (let place = 0; place < this.#orders.count; place += 1) {
      const order = this.#orders.at(place)
      if (order)
        events.push({ type: "order", order: answered?.id === order.id ? answered : viewOrder(order) })
    }
    for (let place = 0; place < this.#purses.count; place += 1) {
      const purse = this.#purses.at(place)
      if (purse) events.push(balanceOf(purse))
    }
    for (let place = 0; place < this.#books.count; place += 1) this.#books.at(place)?.flushDepth(events)
    this.#orders.clear()
    this.#purses.clear()
    this.#books.clear()
    return events
  }
}

/** A balance as it stands. */
export const balanceOf = ({ holder, wallet, currency, available, held }: Purse): BalanceEvent => ({
  type: "balance",
  account: holder.account,
  wallet,
  currency,
  available,
  held,
})
