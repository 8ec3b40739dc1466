/** The crowd: seeded takers that trade the volume of the fair path and carry the price along. */

import type { Lots, Ticks, TimeMs } from "#core/money/units.ts"
import type { PlaceOrder, Side } from "#server/engine/command.ts"
import type { CommandDoor } from "#server/exchange/command-door.ts"
import { type BeginDraws, Chance } from "#server/maker/chance.ts"
import { type FairSecond, leastLots, type MadeMarket } from "./made-market.ts"
import type { OwnBook } from "./own-book.ts"

const ACCOUNT = "house-crowd"
/** Most trades planned for one second of one market. */
const TRADES_MAX = 14
/** Trades beside the first in an ordinary second of a market that is always awake. */
const TRADES_MEAN = 2
/** Lots left over from thin books are tried again, up to so many seconds' worth. */
const CARRY_SECONDS = 3
/** How far beyond the touch a taker goes: a share of the price, and of the second's range. */
const REACH = 0.00004
const REACH_OF_RANGE = 0.15
/** Chance that a small order is sent without a price. */
const MARKET_ORDERS = 0.35
/** How often it is looked at whether a closed market has opened. */
const CLOSED_LOOK_MS = 250
/** A look at the next second comes this much after its start. */
const AFTER_TURN_MS = 1

interface Planned {
  at: TimeMs
  lots: number
}

export interface CrowdParts {
  market: MadeMarket
  /** The house maker's orders, which is what there is to take. */
  book: OwnBook
  door: CommandDoor
  begin: BeginDraws
  /** Asks the maker to bring its best prices to the fair price. */
  follow: (now: TimeMs) => void
}

export class HouseCrowd {
  readonly #market: MadeMarket
  readonly #book: OwnBook
  readonly #door: CommandDoor
  readonly #follow: (now: TimeMs) => void
  readonly #begin: BeginDraws
  readonly #chance = new Chance()
  readonly #underWay = new Set<Promise<void>>()
  #plan: Planned[] = []
  #second: FairSecond | undefined
  /** Lots that wanted to be traded and were not. */
  #carry = 0

  constructor({ market, book, door, begin, follow }: CrowdParts) {
    this.#market = market
    this.#book = book
    this.#door = door
    this.#follow = follow
    this.#begin = begin
  }

  /** Trades what is due and answers in how many ms the next is. */
  step(now: TimeMs): number {
    if (!this.#door.isOpen(this.#market.instrument.id)) return CLOSED_LOOK_MS
    const second = this.#market.second(now)
    if (second.openTime !== this.#second?.openTime) {
      // Anew each second: nobody who watches its orders for long can work out what it does next.
      this.#begin(this.#chance, 1, second.openTime)
      for (const late of this.#plan) this.#carry += late.lots
      this.#second = second
      this.#plan = this.#planSecond(second, now)
    }
    while (this.#plan[0] && this.#plan[0].at <= now) this.#trade(this.#plan.shift()?.lots ?? 0, second, now)
    const turn = second.openTime + 1000 + AFTER_TURN_MS
    return Math.max(1, (this.#plan[0]?.at ?? turn) - now)
  }

  async settled(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay)
  }

  /** Shares the second's lots out over a few moments, unevenly. */
  #planSecond(second: FairSecond, now: TimeMs): Planned[] {
    const { lots, openTime } = second
    if (lots === 0) return []
    const mean = TRADES_MEAN * this.#market.liveliness * this.#heat(lots, now)
    const count = 1 + this.#chance.count(mean, TRADES_MAX - 1)
    const weights = Array.from({ length: count }, () => Math.exp(1.3 * this.#chance.normal()))
    const sum = weights.reduce((total, weight) => total + weight, 0)
    const times = this.#moments(second, count)
      .map((share) => Math.max(now, openTime + 1000 * share))
      .sort((one, other) => one - other)
    return weights.map((weight, at) => ({ at: times[at] ?? now, lots: Math.round((lots * weight) / sum) }))
  }

  /** The end, the two turns and the start of a second tell its candle; further trades fall anywhere. */
  #moments({ turns }: FairSecond, count: number): number[] {
    const [early, late] = turns
    const telling = this.#chance.next() < 0.5 ? [0.94, late, early, 0.02] : [0.94, early, late, 0.02]
    return Array.from({ length: count }, (_, at) => telling[at] ?? this.#chance.next())
  }

  /** Lots of an ordinary second with trades. */
  #usualLots(now: TimeMs): number {
    const { turnover, liveliness } = this.#market
    return Math.max(1, turnover / 86_400 / liveliness / this.#market.lotValue(now))
  }

  /** How much busier than usual; more orders then, not only larger ones. */
  #heat(lots: number, now: TimeMs): number {
    return Math.min(3, Math.max(0.25, Math.sqrt(lots / this.#usualLots(now))))
  }

  #trade(planned: number, second: FairSecond, now: TimeMs): void {
    const fair = this.#market.fairTicks(now)
    const wanted = planned + this.#carry
    this.#carry = wanted
    if (wanted < leastLots(this.#market, fair)) return
    const lots = Math.min(wanted, this.#market.instrument.maxMarketQuantity)
    if (!this.#reachesFair(fair, lots)) this.#follow(now)
    const side = this.#sideFor(fair)
    const touch = this.#book.side(side === "buy" ? "sell" : "buy")[0]
    if (!touch) return
    this.#keep(wanted - lots, now)
    const hasPrice = lots > touch.open / 2 || this.#chance.next() >= MARKET_ORDERS
    const reach = REACH * fair + REACH_OF_RANGE * second.range
    const limit =
      side === "buy"
        ? Math.ceil(Math.max(fair, touch.price) + reach)
        : Math.floor(Math.min(fair, touch.price) - reach)
    this.#send(this.#order(side, lots, hasPrice ? Math.max(1, limit) : undefined), lots)
  }

  /** Is this enough to take all that stands between the touch and the fair price, so that the price goes there? */
  #reachesFair(fair: number, lots: number): boolean {
    let between = 0
    for (const ask of this.#book.asks) {
      if (ask.price >= fair) break
      between += ask.open
    }
    for (const bid of this.#book.bids) {
      if (bid.price <= fair) break
      between += bid.open
    }
    return between > 0 && between <= lots
  }

  /** Whoever sees the fair price beyond the touch takes it; else the nearer touch is taken more often. */
  #sideFor(fair: number): Side {
    const ask = this.#book.best("sell") ?? fair
    const bid = this.#book.best("buy") ?? fair
    if (fair >= ask) return "buy"
    if (fair <= bid) return "sell"
    const share = (fair - bid) / (ask - bid)
    return this.#chance.next() < share * share * (3 - 2 * share) ? "buy" : "sell"
  }

  /** Immediate or cancel at a price, or a market order without one. */
  #order(side: Side, lots: number, price: number | undefined): PlaceOrder {
    return {
      type: "order.place",
      account: ACCOUNT,
      instrument: this.#market.instrument.id,
      side,
      quantity: lots as Lots,
      timeInForce: "ioc",
      ...(price === undefined ? { orderType: "market" } : { orderType: "limit", price: price as Ticks }),
    }
  }

  /** What found nothing is tried again later, up to a limit. */
  #keep(lots: number, now: TimeMs): void {
    this.#carry = Math.min(lots, Math.ceil(CARRY_SECONDS * this.#usualLots(now)))
  }

  #send(command: PlaceOrder, lots: number): void {
    const sent = this.#door.submit(command).then((answer) => {
      const executed = answer.ok ? answer.value.order.executed : 0
      this.#keep(this.#carry + lots - executed, this.#door.now())
      this.#underWay.delete(sent)
    })
    this.#underWay.add(sent)
  }
}
