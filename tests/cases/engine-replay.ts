/** Runs a published matching case: its operations go through the real engine, in the case's own words. */

import * as z from "zod/mini"
import type { SpotInstrument } from "#core/instrument/instrument.ts"
import { formatAmount, parseAmount, parseSteps, stepDecimals } from "#core/money/steps.ts"
import type { Amount, Lots, Ticks } from "#core/money/units.ts"
import { STEP_COUNT_MAX, UNITS_PER_COIN } from "#core/money/units.ts"
import type { Outcome } from "#server/engine/answer.ts"
import type { Command, PlaceOrder, Side } from "#server/engine/command.ts"
import type { Engine } from "#server/engine/engine.ts"
import { createEngine } from "#server/engine/engine.ts"
import type { OrderView } from "#server/engine/event.ts"
import { answeredOrder } from "#tests/support/test-exchange.ts"
import { CannotRun } from "./case-file.ts"
import { AnyOf } from "./compare.ts"
import { decimal, text } from "./read-inputs.ts"

const lower = z.pipe(
  z.string(),
  z.transform((value) => value.toLowerCase().replace(/[-_ ]/g, "")),
)
const price = z.optional(z.nullable(decimal))
const PLACE = z.object({
  op: z.literal("place"),
  id: text,
  side: z.pipe(lower, z.enum(["buy", "sell"])),
  price,
  qty: decimal,
  type: z.pipe(lower, z.enum(["gtc", "limit", "ioc", "fok", "postonly", "market", "fokbudget"])),
  account: z.optional(text),
  stp: z.optional(z.enum(["NONE", "EXPIRE_MAKER", "EXPIRE_TAKER", "EXPIRE_BOTH", "DECREMENT"])),
})
const CHANGE = z.object({
  op: z.enum(["move", "cancel", "reduce", "amend_down"]),
  id: text,
  price,
  qty: z.optional(decimal),
})
const OPERATIONS = z.array(z.discriminatedUnion("op", [PLACE, CHANGE]))

/** Inputs of an `engine.replay` case: a book that is built first, and the commands that are asked about. */
export const REPLAY_INPUTS = z.object({ book: z.optional(OPERATIONS), commands: OPERATIONS })

type PlaceOperation = z.output<typeof PLACE>
type Operation = z.output<typeof OPERATIONS>[number]

type Row = [string, string]

/** Every field that a case may expect; prices and quantities as decimal text without needless zeros. */
export interface ReplayResult {
  trades: { maker: string; taker: string; price: string; qty: string }[]
  rejected: AnyOf
  expired: AnyOf
  /** What self-trade prevention took off: by order, or by pair of maker and taker. */
  prevented: AnyOf
  unfilled: AnyOf
  bids: Row[]
  asks: Row[]
  book: { bids: Row[]; asks: Row[] }
  /** Left of each order ever placed; null when it is gone. */
  order_qty: Record<string, AnyOf>
  /** Of the price that the last command's order stands at, or stood. */
  queue: Row[]
}

const INSTRUMENT = "CASE_CASH"
/** What each account has of both: more than any case moves. */
const OPENING = (10n ** 22n) as Amount

/** Runs a case; what its `book` did isn't told, but for what is left of it. */
export function engineReplay({ book = [], commands }: z.output<typeof REPLAY_INPUTS>): ReplayResult {
  const replay = new Replay([...book, ...commands])
  for (const operation of book) replay.run(operation)
  replay.forgetTold()
  for (const operation of commands) replay.run(operation)
  return replay.result()
}

class Replay {
  readonly #engine: Engine
  readonly #instrument: SpotInstrument
  /** The case's id → the engine's, and back. */
  readonly #ids = new Map<string, number>()
  readonly #names = new Map<number, string>()
  readonly #accounts = new Map<string, string>()
  /** By order, what prevention had taken off so far. */
  readonly #prevented = new Map<number, number>()
  /** Whose operation is under way. */
  #taker = ""
  #seq = 0
  #told = nothingTold()
  #lastPlace: { side: Side; price: Ticks } | undefined

  constructor(operations: readonly Operation[]) {
    this.#instrument = instrumentFor(operations)
    const accounts = new Set(operations.filter((operation) => operation.op === "place").map(accountOf))
    // House accounts, as the cases know no price rule and no limit of open orders.
    this.#engine = createEngine({ houseAccounts: accounts })
    this.#apply({ type: "instrument.set", instrument: this.#instrument })
    const amounts = ["CASE", "CASH"].map((currency) => ({ currency, amount: OPENING }))
    for (const account of accounts) this.#apply({ type: "faucet.draw", account, amounts })
  }

  forgetTold(): void {
    this.#told = nothingTold()
    this.#lastPlace = undefined
  }

  run(operation: Operation): void {
    if (operation.op === "place") this.#accounts.set(operation.id, accountOf(operation))
    const { answer, events } = this.#apply(this.#commandOf(operation))
    if (!answer.ok) this.#told.rejected.push({ id: operation.id, reason: answer.problem.name })
    const order = answeredOrder({ answer })
    if (order) this.#know(operation.id, order)
    this.#taker = operation.id
    for (const event of events) {
      if (event.type === "trade")
        this.#told.trades.push({
          maker: this.#nameOf(event.maker.order),
          taker: this.#nameOf(event.taker.order),
          price: this.#priceText(event.price),
          qty: this.#quantityText(event.quantity),
        })
    }
    // Makers before the taker, which has the highest id.
    const orders = events.flatMap((event) => (event.type === "order" ? [event.order] : []))
    for (const order of orders.sort((a, b) => a.id - b.id)) this.#tellEnd(order)
  }

  result(): ReplayResult {
    const bids = this.#rows("buy")
    const asks = this.#rows("sell")
    const order_qty: ReplayResult["order_qty"] = {}
    for (const [name, id] of this.#ids) {
      const order = this.#engine.order(id)
      order_qty[name] = new AnyOf(order ? [this.#quantityText(openOf(order))] : [null, "0"])
    }
    const { trades, pairs, ...told } = this.#told
    return {
      trades,
      rejected: namedRows(told.rejected),
      expired: namedRows(told.expired),
      unfilled: namedRows(told.unfilled),
      prevented: preventedRows(told.prevented, pairs),
      bids,
      asks,
      book: { bids, asks },
      order_qty,
      queue: this.#queue(),
    }
  }

  #apply(command: Command): Outcome {
    this.#seq += 1
    return this.#engine.apply({ seq: this.#seq, time: 0, command })
  }

  #know(name: string, order: OrderView): void {
    this.#ids.set(name, order.id)
    this.#names.set(order.id, name)
    if (order.price !== undefined) this.#lastPlace = { side: order.side, price: order.price }
  }

  #nameOf(id: number): string {
    return this.#names.get(id) ?? String(id)
  }

  #tellEnd(order: OrderView): void {
    const id = this.#nameOf(order.id)
    const rest = openOf(order)
    const prevented = order.prevented ?? 0
    const before = this.#prevented.get(order.id) ?? 0
    this.#prevented.set(order.id, prevented)
    if (order.status === "expired-in-match")
      this.#told.expired.push({ id, qty: this.#quantityText(rest + prevented) })
    if (order.status === "expired") this.#told.unfilled.push({ id, qty: this.#quantityText(rest) })
    if (prevented === before) return
    const qty = this.#quantityText(prevented - before)
    this.#told.prevented.push({ id, qty })
    if (id !== this.#taker) this.#told.pairs.push({ maker: id, taker: this.#taker, qty })
  }

  #commandOf(operation: Operation): Command {
    if (operation.op === "place") return this.#placement(operation)
    const target = {
      account: this.#accounts.get(operation.id) ?? "",
      order: this.#ids.get(operation.id) ?? 0,
    }
    switch (operation.op) {
      case "move":
        return { type: "order.amend", ...target, price: this.#ticks(operation.price ?? undefined) }
      case "amend_down":
        return { type: "order.amend", ...target, quantity: this.#lots(operation.qty) }
      case "reduce":
        return { type: "order.reduce", ...target, by: this.#lots(operation.qty) }
      case "cancel":
        return { type: "order.cancel", ...target }
    }
  }

  #placement(operation: PlaceOperation): PlaceOrder {
    const { type, side, price, stp } = operation
    const quantity = this.#lots(operation.qty)
    const common = {
      type: "order.place" as const,
      account: accountOf(operation),
      instrument: INSTRUMENT,
      side,
      quantity,
      ...(stp && { stp }),
    }
    if (type === "market") return { ...common, orderType: "market" }
    if (type === "fokbudget")
      return { ...common, orderType: "market", timeInForce: "fok", budget: amountOf(price ?? "") }
    const limit = { ...common, orderType: "limit" as const, price: this.#ticks(price ?? undefined) }
    if (type === "postonly") return { ...limit, postOnly: true }
    return { ...limit, timeInForce: type === "limit" ? "gtc" : type }
  }

  #ticks(text = ""): Ticks {
    return stepsOf(text, this.#instrument.tick) as Ticks
  }
  #lots(text = ""): Lots {
    return stepsOf(text, this.#instrument.lot) as Lots
  }
  #priceText(ticks: number): string {
    return formatAmount(BigInt(ticks) * this.#instrument.tick)
  }
  #quantityText(lots: number): string {
    return formatAmount(BigInt(lots) * this.#instrument.lot)
  }

  #rows(side: Side): Row[] {
    const levels = this.#engine.levels(INSTRUMENT, side)
    return levels.map(({ price, total }) => [this.#priceText(price), this.#quantityText(total)])
  }

  #queue(): Row[] {
    if (!this.#lastPlace) return []
    const { side, price } = this.#lastPlace
    const orders = this.#engine.queue(INSTRUMENT, side, price)
    return orders.map((order) => [this.#nameOf(order.id), this.#quantityText(openOf(order))])
  }
}

interface OrderRow {
  id: string
  qty: string
}

interface Told {
  trades: ReplayResult["trades"]
  rejected: { id: string; reason: string }[]
  expired: OrderRow[]
  unfilled: OrderRow[]
  prevented: OrderRow[]
  pairs: { maker: string; taker: string; qty: string }[]
}

const nothingTold = (): Told => ({
  trades: [],
  rejected: [],
  expired: [],
  unfilled: [],
  prevented: [],
  pairs: [],
})

/** Rows of orders, or their ids alone. */
const namedRows = (rows: readonly { id: string }[]): AnyOf => new AnyOf([rows, rows.map(({ id }) => id)])

/** The orders that lost something, those of the makers or of the takers alone, or the pairs that were not traded. */
function preventedRows(rows: readonly OrderRow[], pairs: Told["pairs"]): AnyOf {
  const makers = new Set(pairs.map(({ maker }) => maker))
  const ofMakers = rows.filter(({ id }) => makers.has(id))
  const ofTakers = rows.filter(({ id }) => !makers.has(id))
  const byOrder = [rows, ofMakers, ofTakers].flatMap((some) => [some, some.map(({ id }) => id)])
  return new AnyOf([...byOrder, pairs, Object.fromEntries(rows.map(({ id, qty }) => [id, qty]))])
}

/** Where a case names no account, each order has one of its own: nothing is a self-trade. */
const accountOf = (operation: Operation): string =>
  (operation.op === "place" ? operation.account : undefined) ?? `owner of ${operation.id}`

const openOf = (order: OrderView): number => (order.quantity ?? 0) - order.executed

/** Tick and lot as fine as the case writes them; nothing else limits its orders. */
function instrumentFor(operations: readonly Operation[]): SpotInstrument {
  const prices = operations.flatMap((operation) =>
    operation.op === "place" && operation.type === "fokbudget" ? [] : (operation.price ?? []),
  )
  const quantities = operations.flatMap((operation) => operation.qty ?? [])
  const tick = finestStep(prices)
  const lot = finestStep(quantities)
  if ((tick * lot) % UNITS_PER_COIN !== 0n) throw new CannotRun("price and quantity have too many decimals")
  return {
    id: INSTRUMENT,
    kind: "spot",
    base: "CASE",
    quote: "CASH",
    tick,
    lot,
    notionalUnit: (tick * lot) / UNITS_PER_COIN,
    state: "open",
    listedAt: 0,
    minQuantity: 1 as Lots,
    maxQuantity: STEP_COUNT_MAX as Lots,
    maxMarketQuantity: STEP_COUNT_MAX as Lots,
    minNotional: 0n as Amount,
    maxOpenOrders: 1,
    maxStops: 1,
    priceRule: "off",
    band: 0n,
    marketProtection: UNITS_PER_COIN - 1n,
    stpDefault: "EXPIRE_MAKER",
  }
}

/** The step that the texts' finest decimals need. */
function finestStep(texts: readonly string[]): bigint {
  const decimals = texts.map((text) => stepDecimals(amountOf(text.replace("-", "")) || UNITS_PER_COIN))
  return UNITS_PER_COIN / 10n ** BigInt(Math.max(0, ...decimals))
}

function amountOf(text: string): Amount {
  const parsed = parseAmount(text)
  if (!parsed.ok) throw new CannotRun(`${text || "nothing"} is ${parsed.problem}`)
  return parsed.value
}

/** A case may ask for a negative quantity, to see it refused. */
function stepsOf(text: string, step: bigint): number {
  const parsed = parseSteps(text.replace("-", ""), step)
  if (!parsed.ok) throw new CannotRun(`${text || "nothing"} is ${parsed.problem}`)
  return text.startsWith("-") ? -parsed.value : parsed.value
}
