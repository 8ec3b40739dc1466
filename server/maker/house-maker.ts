/** The house market maker: a ladder on each side of the fair price, changed order by order. */

import type { TimeMs } from "#core/money/units.ts"
import type { Side } from "#server/engine/command.ts"
import { type BeginDraws, Chance } from "#server/maker/chance.ts"
import type { HouseOrders } from "./house-orders.ts"
import type { MadeMarket } from "./made-market.ts"
import type { OwnBook, OwnOrder } from "./own-book.ts"
import { gapAt, type QuoteStyle, quoteStyle, sizeAt } from "./quote-style.ts"

/** Most placements a side in one look: a book that was run over fills up again step by step, as real ones do. */
const PLACEMENTS_MAX = 6
/** A gap this many times the usual is filled; one this small loses an order. */
const WIDE_GAP = 1.9
const NARROW_GAP = 0.3
/** Levels beyond the wanted number by this share are taken off at the far end. */
const SURPLUS = 1.12
/** How much of a second's range widens the spread. */
const RANGE_IN_SPREAD = 0.02

/** What one look at a book goes by. */
interface View {
  now: TimeMs
  fair: number
  halfSpread: number
  lotValue: number
}

export class HouseMaker {
  readonly market: MadeMarket
  readonly style: QuoteStyle
  readonly #orders: HouseOrders
  readonly #book: OwnBook
  readonly #begin: BeginDraws
  readonly #chance = new Chance()
  /** Nothing could be placed at the last look: the book is filled when it can. */
  #wasClosed = false

  constructor(market: MadeMarket, orders: HouseOrders, begin: BeginDraws, books: number) {
    this.market = market
    this.style = quoteStyle(market, books)
    this.#orders = orders
    this.#book = orders.book(market.instrument.id)
    this.#begin = begin
  }

  /** Places whole ladders at once: at the start. */
  fill(now: TimeMs): void {
    this.#begin(this.#chance, 2, now)
    const view = this.#view(now)
    for (const side of ["buy", "sell"] as const)
      for (let rank = this.#book.side(side).length; rank < this.style.levels; rank += 1)
        this.#extend(view, side)
  }

  /** Looks at the book once and answers in how many ms to look again. */
  step(now: TimeMs): number {
    if (!this.#orders.isOpen(this.market.instrument.id)) {
      this.#wasClosed = true
      return this.style.stepMs
    }
    if (this.#orders.isBusy) return this.style.stepMs
    // Anew at each look: nobody who watches its orders for long can work out what it does next.
    this.#begin(this.#chance, 1, now)
    if (this.#wasClosed) {
      this.#wasClosed = false
      this.fill(now)
    }
    const view = this.#view(now)
    this.#withdraw(view, "buy")
    this.#withdraw(view, "sell")
    for (const side of ["buy", "sell"] as const) {
      const placed = this.#approach(view, side) + this.#heal(view, side)
      for (let left = PLACEMENTS_MAX - placed; left > 0; left -= 1)
        if (this.#book.side(side).length < this.style.levels) this.#extend(view, side)
      this.#trim(side)
    }
    this.#breathe(view)
    return this.style.stepMs * (0.6 + 0.8 * this.#chance.next())
  }

  /** Brings the top to the fair price, and nothing else: somebody is about to trade. */
  follow(now: TimeMs): void {
    if (this.#orders.isBusy) return
    const view = this.#view(now)
    for (const side of ["buy", "sell"] as const) this.#withdraw(view, side)
    for (const side of ["buy", "sell"] as const) this.#approach(view, side)
  }

  #view(now: TimeMs): View {
    const fair = this.market.fairTicks(now)
    const { range } = this.market.second(now)
    const halfSpread = Math.max(0.5, this.style.halfSpread * fair) + RANGE_IN_SPREAD * range
    return { now, fair, halfSpread, lotValue: this.market.lotValue(now) }
  }

  /** Takes back what the fair price has run over: a bid above it would be given away. */
  #withdraw({ fair }: View, side: Side): void {
    const orders = this.#book.side(side)
    while (orders[0] && (side === "buy" ? orders[0].price >= fair : orders[0].price <= fair))
      this.#orders.cancel(this.market.instrument.id, orders[0])
  }

  /** Places a new best where the fair price has left the old one behind. Answers how many it placed. */
  #approach(view: View, side: Side): number {
    const distance = view.halfSpread * (0.35 + 1.1 * this.#chance.next())
    const price = priceAt(side, view.fair, distance)
    const best = this.#book.best(side)
    const isBehind =
      best === undefined || Math.abs(price - best) > gapAt(this.style, view.fair, distance) * 0.8
    const isBetter = best === undefined || (side === "buy" ? price > best : price < best)
    return isBehind && isBetter ? this.#place(view, side, price) : 0
  }

  /** Fills gaps that are too wide for their distance, near ones first, and thins out what stands too close. */
  #heal(view: View, side: Side): number {
    const orders = this.#book.side(side)
    const { fair } = view
    let placed = 0
    for (let rank = 1; rank < orders.length && placed < PLACEMENTS_MAX - 1; rank += 1) {
      const [inner, outer] = [orders[rank - 1], orders[rank]]
      if (!inner || !outer) break
      const gap = Math.abs(inner.price - outer.price)
      const usual = gapAt(this.style, fair, Math.abs(inner.price - fair))
      if (gap > WIDE_GAP * usual && gap >= 2) {
        const distance = Math.abs(inner.price - fair) + usual * (0.5 + this.#chance.next())
        placed += this.#place(
          view,
          side,
          priceAt(side, fair, Math.min(distance, Math.abs(outer.price - fair) - 1)),
        )
      } else if (gap < NARROW_GAP * usual && rank > 2 && orders.length > this.style.levels)
        this.#orders.cancel(this.market.instrument.id, outer)
    }
    return placed
  }

  /** One more at the far end. */
  #extend(view: View, side: Side): void {
    const last = this.#book.side(side).at(-1)
    const from = last
      ? Math.abs(last.price - view.fair)
      : view.halfSpread * (0.35 + 1.1 * this.#chance.next())
    const gap = last ? gapAt(this.style, view.fair, from) * Math.max(0.2, this.#chance.exponential()) : 0
    this.#place(view, side, priceAt(side, view.fair, from + gap))
  }

  #trim(side: Side): void {
    const orders = this.#book.side(side)
    for (let surplus = orders.length - this.style.levels * SURPLUS; surplus > 0; surplus -= 1) {
      const last = orders.at(-1)
      if (last) this.#orders.cancel(this.market.instrument.id, last)
    }
  }

  /** Small changes that nothing calls for: others come and go in every market. */
  #breathe(view: View): void {
    const breaths = this.#chance.count(this.style.breaths, 8)
    for (let breath = 0; breath < breaths; breath += 1) {
      const side = this.#chance.next() < 0.5 ? "buy" : "sell"
      const orders = this.#book.side(side)
      // Near the top more often than far away.
      const order = orders[Math.floor(orders.length * this.#chance.next() ** 2.2)]
      if (!order || order.id === 0) continue
      const kind = this.#chance.next()
      if (kind < 0.4) this.#place(view, side, order.price)
      else if (kind < 0.65) this.#shrink(view, order)
      else this.#orders.cancel(this.market.instrument.id, order)
    }
  }

  #shrink({ fair }: View, order: OwnOrder): void {
    if (order.open < 2 || fair <= 0) return
    const by = Math.max(1, Math.floor(order.open * (0.1 + 0.5 * this.#chance.next())))
    this.#orders.reduce(this.market.instrument.id, order, by)
  }

  /** Places unless it would touch the other side; answers how many it placed, 0 or 1. */
  #place({ fair, lotValue }: View, side: Side, price: number): number {
    const opposite = this.#book.best(side === "buy" ? "sell" : "buy")
    if (price < 1 || (side === "buy" ? price >= fair : price <= fair)) return 0
    if (opposite !== undefined && (side === "buy" ? price >= opposite : price <= opposite)) return 0
    const rank = Math.log1p((GROWTH_RANK * Math.abs(price - fair)) / gapAt(this.style, fair, 0)) / GROWTH_RANK
    const lots = sizeAt(
      this.market,
      { rank, value: this.style.topValue, lotValue, ticks: price },
      this.#chance,
    )
    this.#orders.place(this.market.instrument.id, side, price, lots)
    return 1
  }
}

/** Turns a distance into a rank: the inverse of gaps that grow by this share. */
const GROWTH_RANK = 0.08

/** A whole tick at a distance from the fair price, away from it. */
const priceAt = (side: Side, fair: number, distance: number) =>
  side === "buy" ? Math.floor(fair - distance) : Math.ceil(fair + distance)
