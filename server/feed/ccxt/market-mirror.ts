/** Mirrors an exchange's market into the engine: the house quotes its best levels and prints its trades. */

import type { TradedInstrument } from "#core/instrument/instrument.ts"
import { STEP_COUNT_MAX } from "#core/money/units.ts"
import type { Side } from "#server/engine/command.ts"
import type { HouseOrders } from "#server/maker/house-orders.ts"
import type { CommandDoor } from "../../exchange/command-door.ts"
import { MirroredBook, type Wanted } from "../replay/mirrored-book.ts"
import type { CcxtBook, CcxtTrade, Figure } from "./ccxt-exchange.ts"
import { FIGURE_ONE, figureUnits } from "./decimal-units.ts"
import type { FedMarket } from "./listed-markets.ts"

/** Levels a side that the house quotes. */
const QUOTED_LEVELS = 40
/** Trades that wait to be printed; of more the oldest are forgotten, so that the newest price is never late. */
const WAITING_MAX = 200
/** Most prints of one look. */
const PRINTS_MAX = 20

interface Print {
  side: Side
  ticks: number
  lots: number
}

/** Figures come in 1e-14, ticks and lots are in 1e-8. */
const SCALE = 1_000_000n

export class MarketMirror {
  readonly fed: FedMarket<TradedInstrument>
  readonly #book: MirroredBook
  readonly #door: CommandDoor
  readonly #tick: bigint
  readonly #lot: bigint
  #prints: Print[] = []
  /** Lots of trades that were too small to be orders; they go with the next. */
  #dust = 0
  /** The book last read, so that one that stands still isn't read again. */
  #read: { nonce: number | undefined; levels: Wanted[] | undefined } | undefined
  #isEmpty = true
  #underWay: Promise<void> | undefined

  constructor(fed: FedMarket<TradedInstrument>, orders: HouseOrders, door: CommandDoor) {
    this.fed = fed
    this.#door = door
    const { instrument, multiple } = fed
    this.#tick = instrument.tick * SCALE
    this.#lot = instrument.lot * SCALE * multiple
    this.#book = new MirroredBook({ instrument, ticks: () => undefined, lots: () => 0 }, orders)
  }

  /** Notes a trade; what makes no sense is left out. `side` is the taker's. */
  note({ side, price, amount }: CcxtTrade): void {
    const [at, quantity] = [figureUnits(price), figureUnits(amount)]
    if (at === undefined || quantity === undefined || (side !== "buy" && side !== "sell")) return
    const ticks = Number((at * this.fed.multiple + this.#tick / 2n) / this.#tick)
    if (ticks < 1 || ticks > STEP_COUNT_MAX) return
    const lots = this.#capped(this.#lots(quantity) + this.#dust)
    this.#dust = 0
    const last = this.#prints.at(-1)
    if (last?.side === side && last.ticks === ticks) last.lots = this.#capped(last.lots + lots)
    else this.#prints.push({ side, ticks, lots })
    if (this.#prints.length > WAITING_MAX) this.#prints.shift()
  }

  /** Prints what waits, then brings the book to stand as given. A look while the last is under way does nothing. */
  look(book: CcxtBook | undefined): void {
    if (this.#underWay || !this.#book.isSettled) return
    const change = this.#change(book).finally(() => {
      this.#underWay = undefined
    })
    this.#underWay = change
  }

  /** Takes all quotes back: nobody should trade on prices that are old. */
  withdraw(): void {
    this.#prints = []
    if (this.#isEmpty || this.#underWay || !this.#book.isSettled) return
    this.#book.stand([], true)
    this.#isEmpty = true
    this.#read = undefined
  }

  async settled(): Promise<void> {
    await this.#underWay
  }

  async #change(book: CcxtBook | undefined): Promise<void> {
    for (const print of this.#prints.splice(0, PRINTS_MAX)) await this.#print(print)
    if (!book) return
    const isRead = book.nonce !== undefined && book.nonce === this.#read?.nonce
    if (!isRead) this.#read = { nonce: book.nonce, levels: this.levels(book) }
    const levels = this.#read?.levels
    if (!levels) return
    // Even where the exchange's book stands still: ours may have been traded with.
    this.#book.stand(levels, true, QUOTED_LEVELS)
    this.#isEmpty = false
  }

  /** The maker's side stands at that price and none better; then it is taken. The answer comes after all the others. */
  async #print({ side, ticks, lots }: Print): Promise<void> {
    if (lots < this.#least(ticks)) {
      this.#dust += lots
      return
    }
    this.#book.offer(side === "buy" ? "sell" : "buy", ticks, lots)
    this.#isEmpty = false
    await this.#book.takeLots(side, ticks, lots, this.#door)
  }

  /** The best levels in our ticks and lots, as coarse as ours are; undefined for a book that makes no sense. */
  levels(book: CcxtBook): Wanted[] | undefined {
    const bids = this.#side("buy", book.bids)
    const asks = this.#side("sell", book.asks)
    const [bid, ask] = [bids[0]?.price, asks[0]?.price]
    if (bid === undefined || ask === undefined || bid >= ask) return undefined
    return [...bids, ...asks]
  }

  #side(side: Side, levels: readonly (readonly Figure[])[]): Wanted[] {
    const wanted: Wanted[] = []
    for (const [price, quantity] of levels) {
      const [at, amount] = [figureUnits(price), figureUnits(quantity)]
      if (at === undefined || amount === undefined) continue
      const scaled = at * this.fed.multiple
      // Away from the middle, so that coarser ticks never make a book cross.
      const ticks = Number((side === "buy" ? scaled : scaled + this.#tick - 1n) / this.#tick)
      if (ticks < 1 || ticks > STEP_COUNT_MAX) continue
      const lots = this.#lots(amount)
      const last = wanted.at(-1)
      if (last?.price === ticks) last.lots = this.#capped(last.lots + lots)
      else if (last && (side === "buy" ? ticks > last.price : ticks < last.price)) return []
      else if (wanted.length === QUOTED_LEVELS) break
      else wanted.push({ side, price: ticks, lots: this.#capped(lots) })
    }
    for (const level of wanted) level.lots = Math.max(level.lots, this.#least(level.price))
    return wanted
  }

  /** Whole lots of an amount in 1e-14 of what the exchange counts in: coins, or contracts. */
  #lots(amount: bigint): number {
    return Number((amount * this.fed.contract) / FIGURE_ONE / this.#lot)
  }

  #capped(lots: number): number {
    return Math.min(lots, this.fed.instrument.maxQuantity)
  }

  /** Smallest order at a price: the larger of the two minima. */
  #least(ticks: number): number {
    const { minQuantity, minNotional, notionalUnit } = this.fed.instrument
    return Math.max(minQuantity, Math.ceil(Number(minNotional) / (ticks * Number(notionalUnit))))
  }
}
