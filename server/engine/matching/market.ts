/** The market of one instrument: its book, its waiting stops, its trades, and the accounts that trade there. */

import type { InstrumentState, TradedInstrument } from "#core/instrument/instrument.ts"
import { divideDown, divideUp } from "#core/money/rounding.ts"
import type { Amount, Lots, Price8, Ticks } from "#core/money/units.ts"
import { isOpen, type OrderStatus } from "#core/order/order-status.ts"
import type { ProblemName } from "#core/wire/problem.ts"
import type { AccountId, Side } from "../command.ts"
import type { EngineEvent, ExpiryReason } from "../event.ts"
import type { DepthSource, EventLog } from "../event-log.ts"
import type { Account } from "../ledger/account.ts"
import { instrumentEvent, type Listed } from "../listed.ts"
import type { ClearedMarket, Clearing } from "../risk/clearing.ts"
import type { OpenOrders } from "./open-orders.ts"
import type { Order } from "./order.ts"
import { hideRest, isByMarket, oppositeSide, shrinkOrder } from "./order.ts"
import type { FillVerdict, MatchListener, OrderBook, Trial } from "./order-book.ts"
import type { Participant } from "./participant.ts"
import { boundOf } from "./price-bound.ts"
import { StopList } from "./stop-list.ts"

const NONE = 0 as Ticks

/** What a market order's rest ends with (S2, S4). */
const MARKET_REASONS: Readonly<Record<"empty" | "bound" | "budget", ExpiryReason>> = {
  empty: "NO_LIQUIDITY",
  bound: "PRICE_PROTECTION",
  budget: "BUDGET",
}

export class Market implements MatchListener, DepthSource, ClearedMarket, Listed {
  instrument: TradedInstrument
  readonly book: OrderBook
  /** Decides what depends on the kind of the instrument. */
  readonly clearing: Clearing
  readonly stops = new StopList()
  /** Of the last trade; 0 before the first. */
  last: Ticks = NONE
  readonly #log: EventLog
  /** Every open order of the exchange by id; ended ones leave at once. */
  readonly #orders: OpenOrders
  readonly #participants = new Map<AccountId, Participant>()
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
      clearing: Clearing
      firstTradeId: number
    },
  ) {
    this.instrument = instrument
    this.book = parts.book
    this.clearing = parts.clearing
    this.#log = parts.log
    this.#orders = parts.orders
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

  /** The participant of an account that has been accepted here before. */
  participantOf(account: AccountId): Participant | undefined {
    return this.#participants.get(account)
  }

  /** The participant of an account, created when it is asked for first. */
  takeParticipant(account: Account): Participant {
    const known = this.#participants.get(account.id)
    if (known) return known
    const participant = this.clearing.takePart(account, this.instrument)
    this.#participants.set(account.id, participant)
    return participant
  }

  /** The worst price this order may trade at, as the book stands (S4). */
  boundOf(order: Order): Ticks {
    return boundOf(order, this.bestOpposite(order.side), this.instrument.marketProtection)
  }

  /** What matching the order now would trade, without a trace (S3). */
  trial(order: Order): Trial {
    return this.book.trial(order, this.boundOf(order), this.clearing.trialJudge(order))
  }

  setState(state: InstrumentState): void {
    this.instrument = { ...this.instrument, state }
    this.tellInstrument()
  }

  tellInstrument(): void {
    this.#log.push(instrumentEvent(this.instrument))
  }

  /** The order exists from now on, and what it needs is held; next it enters or waits. */
  accept(order: Order, participant: Participant, hold: Amount): void {
    order.created = this.#log.now
    this.restore(order, participant)
    this.#log.orderChanged(order)
    this.clearing.hold(order, hold)
  }

  /** Counts an order as open and its account's; of a snapshot it holds already what it held, and nothing is reported. */
  restore(order: Order, participant: Participant): void {
    this.#orders.add(order)
    participant.add(order)
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
      throw new Error(`FOK ${order.id} ended ${end}: its trial was wrong`)
    else if (end === "prevented") this.end(order, "expired-in-match")
    else if (end === "refused") this.end(order, "expired", order.reason)
    else if (isByMarket(order)) this.end(order, "expired", MARKET_REASONS[end])
    else if (order.timeInForce === "ioc") this.end(order, "expired", "IOC")
    else this.#rest(order)
    this.endLeftOver()
  }

  /** P22: ends what has nothing left to reduce. */
  endLeftOver(): void {
    for (const order of this.clearing.takeLeftOver(this.instrument.id)) {
      // The end of one leg has ended the other (S16).
      if (!isOpen(order)) continue
      this.withdraw(order)
      this.end(order, "expired", "REDUCE_ONLY")
    }
  }

  /** A stop waits for its price (S8). */
  wait(order: Order, isRising: boolean): void {
    this.stops.add(order, isRising)
  }

  /** A trailing stop waits; its trail has begun (S9). */
  trail(order: Order): void {
    this.stops.addTrailing(order)
  }

  /** What the command under way has traded at so far; undefined without a trade. */
  get tradedRange(): { low: Price8; high: Price8 } | undefined {
    if (this.#tradedHigh === NONE) return undefined
    return { low: this.#price8(this.#tradedLow), high: this.#price8(this.#tradedHigh) }
  }
  /** Of the last trade, 1e-8 of the quote; undefined before the first. */
  get lastPrice(): Price8 | undefined {
    return this.last === NONE ? undefined : this.#price8(this.last)
  }

  /** S8: the stops that the trades of the command have reached so far will enter, behind those reached before. */
  reachStops(): void {
    if (this.#tradedHigh !== NONE) this.stops.reach("last", this.#tradedLow, this.#tradedHigh)
  }

  /** P24: the stops that wait for the mark and are reached by this one will enter, behind those reached before. */
  reachByMark(mark: Price8): void {
    const { tick } = this.instrument
    this.stops.follow("mark", mark)
    this.stops.reach("mark", Number(divideUp(mark, tick)), Number(divideDown(mark, tick)))
  }

  /** The next stop that has been reached, out of the list and no longer waiting; undefined without one. */
  takeReachedStop(): Order | undefined {
    const order = this.stops.takeReached()
    if (!order) return undefined
    order.status = "new"
    order.participant?.stopGone()
    this.#log.orderChanged(order)
    if (order.conditions?.otherLeg) {
      this.#endOtherLeg(order)
      // What the other leg held is free again, and pays for this one from now on.
      if (order.kind === "spot") this.clearing.changed(order, this.instrument)
    }
    return order
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
    this.clearing.changed(order, this.instrument)
  }

  /** Ends an open order where it stands; by its owner without a reason. */
  cancel(order: Order, reason?: ExpiryReason): void {
    this.withdraw(order)
    this.end(order, "cancelled", reason)
  }

  /** S14: its time has come. */
  expire(order: Order): void {
    this.withdraw(order)
    this.end(order, "expired", "GTT")
  }

  /** Takes lots off an order that stays open, at its place (S6). */
  reduce(order: Order, by: Lots): void {
    this.#log.orderChanged(order)
    if (order.status === "waiting") shrinkOrder(order, by)
    else {
      this.levelChanges(order.side, order.price, this.book.total(order.side, order.price))
      this.book.reduce(order, by)
    }
    this.clearing.changed(order, this.instrument)
  }

  /** Ends an order that is in no book and no list any more. */
  end(order: Order, status: OrderStatus, reason?: ExpiryReason, refusal?: ProblemName): void {
    this.#log.orderChanged(order)
    if (order.status === "waiting") order.participant?.stopGone()
    order.status = status
    order.reason = reason
    order.refusal = refusal
    this.#forget(order)
  }

  levelChanges(side: Side, price: Ticks, totalBefore: number): void {
    const count = this.#touchedCount
    const key = side === "buy" ? -price : price
    if (count === 0) this.#log.depthChanged(this)
    // A walk touches a level once for each order there; other repetitions are rare and are left out when reported.
    else if (this.#touched[count - 1] === key) return
    this.#touched[count] = key
    this.#totalsBefore[count] = totalBefore
    this.#touchedCount = count + 1
  }

  judgeFill(maker: Order, taker: Order, quantity: Lots): FillVerdict {
    return this.clearing.judgeFill(maker, taker, quantity)
  }

  traded(maker: Order, taker: Order, quantity: Lots, turnover: Amount): void {
    const price = maker.price
    this.last = price
    if (this.stops.follows("last")) this.stops.follow("last", this.#price8(price))
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
    if (maker.conditions?.otherLeg) this.#endOtherLeg(maker)
    this.clearing.fill({ id: this.#nextTradeId, maker, taker, quantity, turnover }, this.instrument)
    this.#nextTradeId += 1
  }

  prevented(maker: Order, taker: Order): void {
    this.#log.orderChanged(maker)
    if (maker.conditions?.otherLeg) this.#endOtherLeg(maker)
    this.clearing.lostLots(maker, this.instrument)
    this.clearing.lostLots(taker, this.instrument)
  }

  makerEnded(maker: Order): void {
    this.#log.orderChanged(maker)
    this.#forget(maker)
  }

  flushDepth(events: EngineEvent[]): void {
    const count = this.#touchedCount
    // Two levels that follow each other differ: only with three there may be one again.
    const told = count > 2 ? new Set<number>() : undefined
    for (let index = 0; index < count; index += 1) {
      const key = this.#touched[index] ?? 0
      if (told?.has(key)) continue
      told?.add(key)
      const side: Side = key < 0 ? "buy" : "sell"
      const price = Math.abs(key) as Ticks
      const total = this.book.total(side, price) as Lots
      if (total !== this.#totalsBefore[index])
        events.push({ type: "depth", instrument: this.instrument.id, side, price, total })
    }
    this.#touchedCount = 0
    this.#tradedLow = NONE
    this.#tradedHigh = NONE
  }

  #price8(ticks: Ticks): Price8 {
    return (BigInt(ticks) * this.instrument.tick) as Price8
  }

  /** S16: something has happened to this leg, which stands alone from now on. The other is in no walk: it waits, or this one has fired. */
  #endOtherLeg(leg: Order): void {
    const { conditions } = leg
    const other = conditions?.otherLeg === undefined ? undefined : this.#orders.get(conditions.otherLeg)
    if (!conditions || !other?.conditions) return
    conditions.otherLeg = undefined
    other.conditions.otherLeg = undefined
    leg.reservePrice = NONE
    this.cancel(other, "OCO")
  }

  #rest(order: Order): void {
    hideRest(order)
    this.levelChanges(order.side, order.price, this.book.total(order.side, order.price))
    this.book.add(order)
  }

  /** An ended order is reported at the end of the command and then gone. */
  #forget(order: Order): void {
    if (isOpen(order)) throw new Error(`order ${order.id} is ${order.status} and can't be forgotten`)
    if (order.conditions?.otherLeg) this.#endOtherLeg(order)
    this.clearing.release(order)
    this.#orders.delete(order)
    order.participant?.remove(order)
    this.#openCount -= 1
  }
}
