/** Mirrors a recorded book into the engine: one house order per level, each trade taken by the crowd. */

import type { Lots, Ticks } from "#core/money/units.ts"
import type { Side } from "#server/engine/command.ts"
import type { HouseOrders } from "#server/maker/house-orders.ts"
import type { OwnBook, OwnOrder } from "#server/maker/own-book.ts"
import type { CommandDoor } from "../../exchange/command-door.ts"
import type {
  RecordedDelta,
  RecordedLevel,
  RecordedSnapshot,
  RecordedTrade,
} from "../recorded/recorded-event.ts"
import type { RecordedMarket } from "./recorded-instruments.ts"

/** Levels a side that are mirrored; the farthest are left out beyond. */
const LEVELS_MAX = 2000

/** What should stand at a price. */
export interface Wanted {
  side: Side
  price: number
  lots: number
}

export class MirroredBook {
  readonly market: RecordedMarket
  readonly #orders: HouseOrders
  readonly #book: OwnBook
  readonly #levels = { buy: new Map<number, OwnOrder>(), sell: new Map<number, OwnOrder>() }

  constructor(market: RecordedMarket, orders: HouseOrders) {
    this.market = market
    this.#orders = orders
    this.#book = orders.book(market.instrument.id)
  }

  best(side: Side): number | undefined {
    return this.#book.best(side)
  }

  /** Best prices of a recorded book that is not mirrored yet. */
  bestOf({ bids, asks }: RecordedSnapshot): { bid: number | undefined; ask: number | undefined } {
    const ticks = (levels: readonly RecordedLevel[]) =>
      levels.map(([price]) => this.market.ticks(price)).filter((price) => price !== undefined)
    const [bid, ask] = [Math.max(...ticks(bids)), Math.min(...ticks(asks))]
    return { bid: bid > 0 ? bid : undefined, ask: Number.isFinite(ask) ? ask : undefined }
  }

  /** Makes the house's orders stand as recorded. To be called when the answers of the call before are there. */
  update(event: RecordedSnapshot | RecordedDelta): void {
    const wanted = [...this.#wanted("buy", event.bids), ...this.#wanted("sell", event.asks)]
    this.stand(wanted, event.kind === "snapshot", event.depth)
  }

  /** As {@link update}, in ticks and lots. `isWhole`: levels that are not named are gone. */
  stand(levels: readonly Wanted[], isWhole: boolean, depth = LEVELS_MAX): void {
    const wanted = isWhole ? [...levels, ...this.#leftOver(levels)] : levels
    // What lessens first, on both sides: else a side could run into the one that is about to make way.
    for (const level of wanted) if (level.lots <= this.#open(level)) this.#lessen(level)
    for (const level of wanted) if (level.lots > this.#open(level)) this.#grow(level)
    this.#cut(Math.min(depth, LEVELS_MAX))
  }

  /** The exchange has answered for every order: the book may be changed again. */
  get isSettled(): boolean {
    return [...this.#book.bids, ...this.#book.asks].every((order) => order.id !== 0)
  }

  /** Makes what was taken at a price stand there, and at none better, so that it can be taken here too. */
  offer(maker: Side, price: number, lots: number): void {
    const sign = maker === "buy" ? 1 : -1
    for (let order = this.#book.side(maker)[0]; order; order = this.#book.side(maker)[0]) {
      if (sign * (order.price - price) <= 0) break
      this.#levels[maker].delete(order.price)
      this.#orders.cancel(this.market.instrument.id, order)
    }
    if (this.#open({ side: maker, price, lots }) < lots) this.#grow({ side: maker, price, lots })
  }

  /** Takes what was taken. Where the book was recorded a moment later, nothing may be there: then nothing happens. */
  take({ price, quantity, side }: RecordedTrade, door: CommandDoor): Promise<unknown> {
    const lots = this.market.lots(quantity)
    const ticks = this.market.ticks(price)
    return lots < 1 || ticks === undefined ? Promise.resolve() : this.takeLots(side, ticks, lots, door)
  }

  takeLots(side: Side, ticks: number, lots: number, door: CommandDoor): Promise<unknown> {
    return door.submit({
      type: "order.place",
      account: "house-crowd",
      instrument: this.market.instrument.id,
      side,
      orderType: "limit",
      timeInForce: "ioc",
      price: ticks as Ticks,
      quantity: lots as Lots,
    })
  }

  #wanted(side: Side, levels: readonly RecordedLevel[]): Wanted[] {
    return levels.flatMap(([text, quantity]) => {
      const price = this.market.ticks(text)
      return price === undefined ? [] : [{ side, price, lots: this.market.lots(quantity) }]
    })
  }

  /** Levels that a snapshot does not name are gone. */
  #leftOver(wanted: readonly Wanted[]): Wanted[] {
    const named = { buy: new Set<number>(), sell: new Set<number>() }
    for (const { side, price } of wanted) named[side].add(price)
    return (["buy", "sell"] as const).flatMap((side) =>
      [...this.#levels[side].keys()]
        .filter((price) => !named[side].has(price))
        .map((price) => ({ side, price, lots: 0 })),
    )
  }

  #open({ side, price }: Wanted): number {
    return this.#levels[side].get(price)?.open ?? 0
  }

  #lessen({ side, price, lots }: Wanted): void {
    const order = this.#levels[side].get(price)
    if (!order) return
    if (order.open > lots) this.#orders.reduce(this.market.instrument.id, order, order.open - lots)
    if (lots === 0) this.#levels[side].delete(price)
  }

  #grow({ side, price, lots }: Wanted): void {
    this.#makeWay(side, price)
    const order = this.#levels[side].get(price)
    if (order && order.open > 0) this.#orders.enlarge(order, lots)
    else
      this.#levels[side].set(price, this.#orders.place(this.market.instrument.id, side, price, lots, false))
  }

  /** Recorded books don't cross; should ours, the older order goes. */
  #makeWay(side: Side, price: number): void {
    const opposite = side === "buy" ? "sell" : "buy"
    const sign = side === "buy" ? 1 : -1
    for (let order = this.#book.side(opposite)[0]; order; order = this.#book.side(opposite)[0]) {
      if (sign * (price - order.price) < 0) return
      this.#levels[opposite].delete(order.price)
      this.#orders.cancel(this.market.instrument.id, order)
    }
  }

  #cut(depth: number): void {
    for (const side of ["buy", "sell"] as const)
      for (let order = this.#book.side(side)[depth]; order; order = this.#book.side(side)[depth]) {
        const last = this.#book.side(side).at(-1) ?? order
        this.#levels[side].delete(last.price)
        this.#orders.cancel(this.market.instrument.id, last)
      }
  }
}
