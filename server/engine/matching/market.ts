/** What happens in one instrument? Its book, its waiting stops, its trades, and whose orders are open. */

import type { InstrumentState, TradedInstrument } from "#core/instrument/instrument.ts"
import type { Amount, Lots, Ticks } from "#core/money/units.ts"
import type { ProblemName } from "#core/wire/problem.ts"
import type { AccountId, Side } from "../command.ts"
import type { EngineEvent, ExpiryReason, OrderStatus } from "../event.ts"
import type { DepthSource, EventLog } from "../event-log.ts"
import type { Holder } from "../ledger/holder.ts"
import type { Settlement } from "../risk/settlement.ts"
import { restHold } from "../risk/spot-hold.ts"
import type { OpenOrders } from "./open-orders.ts"
import type { Order } from "./order.ts"
import { isEnded, oppositeSide, shrinkOrder } from "./order.ts"
import type { MatchListener, OrderBook } from "./order-book.ts"
import { boundOf } from "./price-bound.ts"
import { Seat } from "./seat.ts"
import { StopList } from "./stop-list.ts"

const NONE = 0 as Ticks
const NOTHING = 0n as Amount

/** What a market order's rest ends with (S2, S4). */
const MARKET_REASONS: Readonly<Record<"empty" | "bound" | "budget", ExpiryReason>> = {
  empty: "NO_LIQUIDITY",
  bound: "PRICE_PROTECTION",
  budget: "BUDGET",
}

export class Market implements MatchListener, DepthSource {
  instrument: TradedInstrument
  readonly book: OrderBook
  readonly stops = new StopList()
  /** Of the last trade; 0 before the first. */
  last: Ticks = NONE
  readonly #log: EventLog
  readonly #settlement: Settlement
  /** Every open order of the exchange by id; ended ones leave at once. */
  readonly #orders: OpenOrders
  readonly #seats = new Map<AccountId, Seat>()
  #openCount = 0
  #nextTradeId: number
  /** Lowest and highest price traded in the command under way; 0 before its first trade. */
  #tradedLow = NONE
  #tradedHigh = NONE
  /** Levels touched in the command under way, each at least once; bids by minus their price. */
  readonly #touched: number[] = []
  /** What their totals were then: the first of a level is its total before the command. */
  readonly #totalsBefore: number[] = []
  /** How many of both count: an array that is emptied gives its room back, and would ask for it with each command. */
  #touchedCount = 0

  constructor(
    instrument: TradedInstrument,
    parts: {
      book: OrderBook
      log: EventLog
      orders: OpenOrders
      settlement: Settlement
      firstTradeId: number
    },
  ) {
    this.instrument = instrument
    this.book = parts.book
    this.#log = parts.log
    this.#orders = parts.orders
    this.#settlement = parts.settlement
    this.#nextTradeId = parts.firstTradeId
  }

  get nextTradeId(): number {
    return this.#nextTradeId
  }
  /** Does nobody have an order here? */
  get isEmpty(): boolean {
    return this.#openCount === 0
  }

  bestOpposite(side: Side): Ticks {
    return this.book.best(oppositeSide(side))
  }

  /** The seat of an account that has been accepted here before. */
  seatOf(account: AccountId): Seat | undefined {
    return this.#seats.get(account)
  }

  /** The seat of a holder, new at first sight. */
  takeSeat(holder: Holder): Seat {
    const known = this.#seats.get(holder.account)
    if (known) return known
    const { kind, base, quote } = this.instrument
    const seat =
      kind === "spot"
        ? new Seat(holder, holder.purse("funding", base), holder.purse("funding", quote))
        : new Seat(holder, undefined, undefined)
    this.#seats.set(holder.account, seat)
    return seat
  }

  /** The worst price this order may trade at, as the book stands (S4). */
  boundOf(order: Order): Ticks {
    return boundOf(order, this.bestOpposite(order.side), this.instrument.marketProtection)
  }

  setState(state: InstrumentState): void {
    this.instrument = { ...this.instrument, state }
    this.#log.push({ type: "instrument", instrument: this.instrument.id, state })
  }

  /** The order exists from now on, and what it needs is held; next it enters or waits. */
  accept(order: Order, seat: Seat, hold: Amount): void {
    order.created = this.#log.now
    this.restore(order, seat)
    this.#log.orderChanged(order)
    this.#settlement.setHold(order, hold)
  }

  /** Counts an order as open and its account's; of a snapshot it holds already what it held, and nobody is told. */
  restore(order: Order, seat: Seat): void {
    this.#orders.add(order)
    seat.add(order)
    this.#openCount += 1
  }

  /** A taker walks the book; what is left of it rests, or ends (S1, S2). All checks lie behind it. */
  enter(order: Order): void {
    this.#log.orderChanged(order)
    const end = this.book.match(order, this.boundOf(order), this)
    if (end === "filled") {
      // A budget may be used up by the fee alone, which is charged after the fill is booked.
      order.status = "filled"
      this.#forget(order)
    } else if (order.timeInForce === "fok")
      throw new Error(`FOK ${order.id} ended ${end}: its trial was wrong (S3)`)
    else if (end === "prevented") this.end(order, "expired-in-match")
    else if (order.orderType === "market") this.end(order, "expired", MARKET_REASONS[end])
    else if (order.timeInForce === "ioc") this.end(order, "expired", "IOC")
    else this.#rest(order)
  }

  /** A stop waits for its price (S8). */
  wait(order: Order, isRising: boolean): void {
    this.stops.add(order, isRising)
  }

  /** The stops that the command's trades reached, out of the list and no longer waiting. */
  takeFiredStops(): Order[] {
    if (this.#tradedHigh === NONE || this.stops.size === 0) return []
    const fired = this.stops.takeFired(this.#tradedLow, this.#tradedHigh)
    for (const order of fired) {
      order.status = "new"
      order.seat?.stopGone()
      this.#log.orderChanged(order)
    }
    return fired
  }

  /** Takes an open order out of book or stop list; it still exists (S6: it will enter again). */
  withdraw(order: Order): void {
    this.#log.orderChanged(order)
    if (order.status === "waiting") this.stops.remove(order)
    else {
      this.levelChanges(order.side, order.price, this.book.total(order.side, order.price))
      this.book.remove(order)
    }
  }

  /** Price or quantity of an order have changed that is in no book: its hold follows (S10). */
  changed(order: Order): void {
    this.#log.orderChanged(order)
    this.#holdRest(order)
  }

  /** Ends an open order where it stands. */
  cancel(order: Order): void {
    this.withdraw(order)
    this.end(order, "cancelled")
  }

  /** Takes lots off an order that stays open, at its place (S6). */
  reduce(order: Order, by: Lots): void {
    this.#log.orderChanged(order)
    if (order.status === "waiting") shrinkOrder(order, by)
    else {
      this.levelChanges(order.side, order.price, this.book.total(order.side, order.price))
      this.book.reduce(order, by)
    }
    this.#holdRest(order)
  }

  /** Ends an order that is in no book and no list any more. */
  end(order: Order, status: OrderStatus, reason?: ExpiryReason, refusal?: ProblemName): void {
    this.#log.orderChanged(order)
    if (order.status === "waiting") order.seat?.stopGone()
    order.status = status
    order.reason = reason
    order.refusal = refusal
    this.#forget(order)
  }

  levelChanges(side: Side, price: Ticks, totalBefore: number): void {
    const count = this.#touchedCount
    const key = side === "buy" ? -price : price
    if (count === 0) this.#log.depthChanged(this)
    // A walk touches a level once for each order there; other repetitions are rare and are left out as they are told.
    else if (this.#touched[count - 1] === key) return
    this.#touched[count] = key
    this.#totalsBefore[count] = totalBefore
    this.#touchedCount = count + 1
  }

  traded(maker: Order, taker: Order, quantity: Lots, turnover: Amount): void {
    const price = maker.price
    this.last = price
    if (this.#tradedHigh === NONE || price > this.#tradedHigh) this.#tradedHigh = price
    if (this.#tradedLow === NONE || price < this.#tradedLow) this.#tradedLow = price
    this.#log.push({
      type: "trade",
      instrument: this.instrument.id,
      id: this.#nextTradeId,
      price,
      quantity,
      takerSide: taker.side,
      time: this.#log.now,
      maker: { order: maker.id, account: maker.account },
      taker: { order: taker.id, account: taker.account },
    })
    this.#log.orderChanged(maker)
    this.#settlement.settle({ id: this.#nextTradeId, maker, taker, quantity, turnover }, this.instrument)
    this.#nextTradeId += 1
  }

  prevented(maker: Order, taker: Order): void {
    this.#log.orderChanged(maker)
    this.#settlement.shrinkHold(maker, this.instrument)
    this.#settlement.shrinkHold(taker, this.instrument)
  }

  makerEnded(maker: Order): void {
    this.#log.orderChanged(maker)
    this.#forget(maker)
  }

  flushDepth(events: EngineEvent[]): void {
    const count = this.#touchedCount
    // Two levels that follow each other differ: only with three there may be one again.
    const told = count > 2 ? new Set<number>() : undefined
    for (let place = 0; place < count; place += 1) {
      const key = this.#touched[place] ?? 0
      if (told?.has(key)) continue
      told?.add(key)
      const side: Side = key < 0 ? "buy" : "sell"
      const price = Math.abs(key) as Ticks
      const total = this.book.total(side, price) as Lots
      if (total !== this.#totalsBefore[place])
        events.push({ type: "depth", instrument: this.instrument.id, side, price, total })
    }
    this.#touchedCount = 0
    this.#tradedLow = NONE
    this.#tradedHigh = NONE
  }

  #holdRest(order: Order): void {
    if (order.pays) this.#settlement.setHold(order, restHold(order, this.instrument))
  }

  #rest(order: Order): void {
    this.levelChanges(order.side, order.price, this.book.total(order.side, order.price))
    this.book.add(order)
  }

  /** An ended order is told at the end of the command and then gone. */
  #forget(order: Order): void {
    if (!isEnded(order)) throw new Error(`order ${order.id} is ${order.status} and can't be forgotten`)
    this.#settlement.setHold(order, NOTHING)
    this.#orders.delete(order)
    order.seat?.remove(order)
    this.#openCount -= 1
  }
}
