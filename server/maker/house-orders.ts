/** Places and tracks the house's orders by the exchange's ordinary answers and events. */

import type { Lots, Ticks } from "#core/money/units.ts"
import type { OrderStatus } from "#core/order/order-status.ts"
import type { Problem } from "#core/wire/problem.ts"
import type { AnswerOf, OrderAnswer } from "#server/engine/answer.ts"
import { type Command, HOUSE_MAKER, type Side } from "#server/engine/command.ts"
import type { EngineEvent, OrderView } from "#server/engine/event.ts"
import type { CommandDoor } from "#server/exchange/command-door.ts"
import { OwnBook, type OwnOrder } from "./own-book.ts"

const ACCOUNT = HOUSE_MAKER
/** Commands that may be under way at a time; beyond that nothing new is asked. */
const UNDER_WAY_MAX = 4000

const OPEN: ReadonlySet<OrderStatus> = new Set(["new", "partly-filled"])

/** Called when an order was refused: the book is then not as the house thought. */
export type OnRefusal = (instrument: string, side: Side, problem: Problem) => void

export class HouseOrders {
  readonly #door: CommandDoor
  readonly #books = new Map<string, OwnBook>()
  readonly #byId = new Map<number, { order: OwnOrder; book: OwnBook }>()
  /** What events told of orders whose answers have not come yet. Empty while no placement is under way. */
  readonly #early = new Map<number, OrderView>()
  readonly #underWay = new Set<Promise<void>>()
  #placing = 0
  #onRefusal: OnRefusal = () => undefined

  constructor(door: CommandDoor) {
    this.#door = door
  }

  onRefusal(listener: OnRefusal): void {
    this.#onRefusal = listener
  }

  book(instrument: string): OwnBook {
    let book = this.#books.get(instrument)
    if (!book) {
      book = new OwnBook()
      this.#books.set(instrument, book)
    }
    return book
  }

  /** No more should be asked now: the exchange is behind. */
  get isBusy(): boolean {
    return this.#underWay.size >= UNDER_WAY_MAX
  }

  /** Are new orders taken there at the moment? */
  isOpen(instrument: string): boolean {
    return this.#door.isOpen(instrument)
  }

  /**
   * It counts as resting from now on; a refusal takes it out again. `postOnly` false: it may also take. Where nothing
   * is taken at the moment it isn't even sent, and has nothing open.
   */
  place(instrument: string, side: Side, price: number, lots: number, postOnly = true): OwnOrder {
    const book = this.book(instrument)
    const order: OwnOrder = { id: 0, side, price, open: lots, executed: 0, isLeaving: false }
    if (!this.isOpen(instrument)) {
      order.open = 0
      return order
    }
    book.insert(order)
    this.#placing += 1
    const command: Command = {
      type: "order.place",
      account: ACCOUNT,
      instrument,
      side,
      orderType: "limit",
      timeInForce: "gtc",
      price: price as Ticks,
      quantity: lots as Lots,
      postOnly,
    }
    this.#send(command, (answer) => this.#placed(answer, order, book, instrument))
    return order
  }

  cancel(instrument: string, order: OwnOrder): void {
    this.book(instrument).remove(order)
    order.open = 0
    order.isLeaving = true
    if (order.id !== 0) this.#cancelById(order.id)
  }

  /** Takes lots off, keeping its place in the queue. All of them: cancels. */
  reduce(instrument: string, order: OwnOrder, by: number): void {
    if (order.id === 0) return
    if (by >= order.open) {
      this.cancel(instrument, order)
      return
    }
    order.open -= by
    const command: Command = { type: "order.reduce", account: ACCOUNT, order: order.id, by: by as Lots }
    this.#send(command, () => undefined)
  }

  /** Sets a larger number of open lots; it goes to the end of its queue (S6). */
  enlarge(order: OwnOrder, open: number): void {
    if (order.id === 0) return
    order.open = open
    const quantity = (order.executed + open) as Lots
    this.#send({ type: "order.amend", account: ACCOUNT, order: order.id, quantity }, () => undefined)
  }

  /** To be called with each committed batch. */
  take(events: readonly EngineEvent[]): void {
    for (const event of events) {
      if (event.type !== "order" || event.order.account !== ACCOUNT) continue
      const known = this.#byId.get(event.order.id)
      if (known) this.#update(known.order, known.book, event.order)
      else if (this.#placing > 0) this.#early.set(event.order.id, event.order)
    }
  }

  /** Resolves when every answer is there. */
  async settled(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay)
  }

  #placed(answer: OrderAnswer, order: OwnOrder, book: OwnBook, instrument: string): void {
    this.#placing -= 1
    if (!answer.ok) {
      book.remove(order)
      order.open = 0
      this.#onRefusal(instrument, order.side, answer.problem)
    } else {
      const { id } = answer.value.order
      order.id = id
      this.#byId.set(id, { order, book })
      this.#update(order, book, this.#early.get(id) ?? answer.value.order)
      if (order.isLeaving && this.#byId.has(id)) this.#cancelById(id)
    }
    if (this.#placing === 0) this.#early.clear()
  }

  #update(order: OwnOrder, book: OwnBook, view: OrderView): void {
    const isOpen = OPEN.has(view.status)
    order.executed = view.executed
    if (!order.isLeaving) order.open = isOpen ? (view.quantity ?? 0) - view.executed : 0
    if (isOpen) return
    book.remove(order)
    this.#byId.delete(order.id)
  }

  #cancelById(order: number): void {
    this.#send({ type: "order.cancel", account: ACCOUNT, order }, () => undefined)
  }

  #send<C extends Command>(command: C, take: (answer: AnswerOf<C>) => void): void {
    const sent = this.#door.submit(command).then((answer) => {
      take(answer)
      this.#underWay.delete(sent)
    })
    this.#underWay.add(sent)
  }
}
