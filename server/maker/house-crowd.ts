/** Who trades? A seeded crowd that takes from the books what the fair path says is traded, and carries the price along. */

import type { Lots, Ticks, TimeMs } from "#core/money/units.ts"
import type { PlaceOrder, Side } from "#server/engine/command.ts"
import { Chance, hashText } from "#server/feed/chance.ts"
import type { CommandDoor } from "#server/feed/feed.ts"
import { type FairSecond, leastLots, type MadeMarket } from "./made-market.ts"
import type { OwnBook } from "./own-book.ts"

const ACCOUNT = "house-crowd"
/** Most trades planned for one second of one market. */
const TRADES_MAX = 14
/** Trades beside the first in an ordinary second of a market that is always awake. */
const TRADES_MEAN = 1.4
/** Lots left over from thin books are tried again, up to so many seconds' worth. */
const CARRY_SECONDS = 3
/** How far beyond the touch a taker goes, in shares of the price; wild seconds add their range. */
const REACH = 0.00004
/** Chance that a small order is sent without a price. */
const MARKET_ORDERS = 0.35
/** A look at the next second comes this much after its start. */
const AFTER_TURN_MS = 1

interface Planned {
  at: TimeMs
  lots: number
}

export class HouseCrowd {
  readonly #market: MadeMarket
  readonly #book: OwnBook
  readonly #door: CommandDoor
  readonly #chance: Chance
  readonly #underWay = new Set<Promise<void>>()
  #plan: Planned[] = []
  #second: FairSecond | undefined
  /** Lots that wanted to be traded and were not. */
  #carry = 0

  /** `book`: the house maker's orders, which is what there is to take. */
  constructor(market: MadeMarket, book: OwnBook, door: CommandDoor, seed: string) {
    this.#market = market
    this.#book = book
    this.#door = door
    this.#chance = new Chance(hashText(`${seed}/crowd/${market.instrument.id}`))
  }

  /** Trades what is due and answers in how many ms the next is. */
  step(now: TimeMs): number {
    const second = this.#market.second(now)
    if (second.openTime !== this.#second?.openTime) {
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
  #planSecond({ lots, openTime }: FairSecond, now: TimeMs): Planned[] {
    if (lots === 0) return []
    const left = openTime + 1000 - now
    const mean = TRADES_MEAN * this.#market.liveliness * this.#heat(lots, now)
    const count = 1 + this.#chance.count(mean, TRADES_MAX - 1)
    const weights = Array.from({ length: count }, () => Math.exp(1.3 * this.#chance.normal()))
    const sum = weights.reduce((total, weight) => total + weight, 0)
    const times = weights.map(() => now + left * this.#chance.next()).sort((one, other) => one - other)
    return weights.map((weight, at) => ({ at: times[at] ?? now, lots: Math.round((lots * weight) / sum) }))
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
    const side = this.#sideFor(fair, second)
    const touch = this.#book.side(side === "buy" ? "sell" : "buy")[0]
    const wanted = planned + this.#carry
    this.#carry = wanted
    if (!touch || wanted < leastLots(this.#market, fair)) return
    const lots = Math.min(wanted, this.#market.instrument.maxMarketQuantity)
    this.#keep(wanted - lots, now)
    const hasPrice = lots > touch.open / 2 || this.#chance.next() >= MARKET_ORDERS
    const reach = REACH * fair + 0.25 * second.range
    const limit =
      side === "buy"
        ? Math.ceil(Math.max(fair, touch.price) + reach)
        : Math.floor(Math.min(fair, touch.price) - reach)
    this.#send(this.#order(side, lots, hasPrice ? Math.max(1, limit) : undefined), lots)
  }

  /** Whoever sees the fair price beyond the touch takes it; else either side, a little more often the way it goes. */
  #sideFor(fair: number, { direction }: FairSecond): Side {
    const ask = this.#book.best("sell")
    const bid = this.#book.best("buy")
    if (ask !== undefined && fair > ask) return "buy"
    if (bid !== undefined && fair < bid) return "sell"
    return this.#chance.next() < 0.5 + 0.12 * direction ? "buy" : "sell"
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
      const executed = answer.ok && "order" in answer.value ? answer.value.order.executed : 0
      this.#keep(this.#carry + lots - executed, this.#door.now())
      this.#underWay.delete(sent)
    })
    this.#underWay.add(sent)
  }
}
