/**
 * What is the user's own? Logs the connection in, keeps orders, fills and balances by the chain of `prev` and `n`. A gap
 * asks for the whole anew; after a cut only what was missed is asked for.
 */

import type { ClientMessage } from "#core/wire/socket.ts"
import type { Balance, SpotFill, SpotOrder } from "#core/wire/trading.ts"
import type { AccountFrame, AccountState } from "../account-frame.ts"
import type { Incoming } from "../socket/read-messages.ts"

/** Fills that are kept; older ones are read by HTTP. */
const FILLS_KEPT = 200
/** Changed rows that wait for the page before it gets the whole instead. */
const WAITING_MAX = 5000

const OPEN: ReadonlySet<string> = new Set(["waiting", "new", "partly-filled"])

export interface AccountFeedEvents {
  send(message: ClientMessage): void
  isOpen(): boolean
  changed(): void
  gap(): void
  /** Rows that can't be read. */
  refused(type: string, rows: number): void
}

type Data = Incoming["data"]
type PrivateType = "order" | "fill" | "balance"

export class AccountFeed {
  readonly #events: AccountFeedEvents
  #token: string | null = null
  /** Of the last private message that was taken in; null: nothing is held, or it can't be trusted. */
  #n: number | null = null
  /** What `n` must reach to be up to date; null: the connection isn't logged in. */
  #wanted: number | null = null
  #orders = new Map<number, SpotOrder>()
  #fills: SpotFill[] = []
  #balances = new Map<string, Balance>()
  /** What the page doesn't have yet. */
  #isWholeDue = true
  #changedOrders = new Map<number, SpotOrder>()
  #newFills: SpotFill[] = []
  #changedBalances = new Map<string, Balance>()
  /** Rises with everything that a frame would tell. */
  version = 0

  constructor(events: AccountFeedEvents) {
    this.#events = events
  }

  get state(): AccountState {
    if (this.#token === null) return "none"
    return this.#n !== null && this.#wanted !== null && this.#n >= this.#wanted ? "live" : "catching-up"
  }

  /** Who the page is logged in as; null: nobody. Without a connection it is said by the next one. */
  login(token: string | null): void {
    if (token === this.#token) return
    this.#token = token
    this.#forget()
    if (this.#events.isOpen()) this.#events.send({ type: "auth", data: { token: token ?? "" } })
    this.#changed()
  }

  opened(): void {
    if (this.#token !== null) this.#ask(this.#n)
  }

  lost(): void {
    this.#wanted = null
    this.#changed()
  }

  /** Takes a private message; false: it is none. */
  take({ type, data }: Incoming): boolean {
    switch (type) {
      case "authenticated":
        this.#authenticated(data)
        return true
      case "account":
        this.#replace(data)
        return true
      case "order":
      case "fill":
      case "balance":
        this.#follow(type, data)
        return true
      default:
        return false
    }
  }

  /** The session has ended: nothing more comes. The page forgets its token next. */
  ended(): void {
    this.#wanted = null
    this.#changed()
  }

  /** What the page doesn't have yet; afterwards it has it. */
  takeFrame(silentSince: number | null): AccountFrame {
    const isWhole = this.#isWholeDue
    const frame: AccountFrame = {
      token: this.#token,
      state: this.state,
      silentSince,
      isWhole,
      orders: [...(isWhole ? this.#orders : this.#changedOrders).values()],
      fills: isWhole ? [...this.#fills] : this.#newFills,
      balances: [...(isWhole ? this.#balances : this.#changedBalances).values()],
    }
    this.#clearChanges()
    // What can't be trusted yet is replaced once it can be; until then the page keeps what it had.
    this.#isWholeDue = false
    return frame
  }

  #authenticated({ n }: Data): void {
    if (this.#token === null || !isWhole(n)) return
    this.#wanted = n
    this.#changed()
  }

  #replace({ n, orders, fills, balances }: Data): void {
    if (this.#token === null) return
    if (!isWhole(n) || !Array.isArray(orders) || !Array.isArray(fills) || !Array.isArray(balances)) {
      this.#events.refused("account", 1)
      return
    }
    this.#forget(this.#wanted)
    this.#n = n
    for (const order of this.#read("account", orders, isOrder)) this.#orders.set(order.id, order)
    this.#fills = this.#read("account", fills, isFill).slice(-FILLS_KEPT)
    for (const row of this.#read("account", balances, isBalance)) this.#balances.set(keyOf(row), row)
    this.#changed()
  }

  #follow(type: PrivateType, { prev, n, rows }: Data): void {
    if (this.#n === null) return
    if (!isWhole(prev) || !isWhole(n) || !Array.isArray(rows)) this.#events.refused(type, 1)
    else if (n <= this.#n) return
    else if (prev === this.#n) {
      this.#n = n
      this.#apply(type, rows)
      this.#changed()
      return
    }
    // Something is missing, or can't be read: only the whole heals it.
    this.#n = null
    this.#events.gap()
    this.#ask(null)
    this.#changed()
  }

  #apply(type: PrivateType, rows: readonly unknown[]): void {
    if (type === "order") for (const order of this.#read(type, rows, isOrder)) this.#takeOrder(order)
    else if (type === "fill") for (const fill of this.#read(type, rows, isFill)) this.#takeFill(fill)
    else for (const row of this.#read(type, rows, isBalance)) this.#takeBalance(row)
    const waiting = this.#changedOrders.size + this.#newFills.length + this.#changedBalances.size
    if (waiting > WAITING_MAX) this.#makeWholeDue()
  }

  #takeOrder(order: SpotOrder): void {
    const held = this.#orders.get(order.id)
    if (held && held.sequence > order.sequence) return
    if (OPEN.has(order.status)) this.#orders.set(order.id, order)
    else this.#orders.delete(order.id)
    if (!this.#isWholeDue) this.#changedOrders.set(order.id, order)
  }

  #takeFill(fill: SpotFill): void {
    this.#fills.push(fill)
    if (this.#fills.length > 2 * FILLS_KEPT) this.#fills = this.#fills.slice(-FILLS_KEPT)
    if (!this.#isWholeDue) this.#newFills.push(fill)
  }

  #takeBalance(row: Balance): void {
    this.#balances.set(keyOf(row), row)
    if (!this.#isWholeDue) this.#changedBalances.set(keyOf(row), row)
  }

  #read<Row>(type: string, rows: readonly unknown[], isRow: (row: unknown) => row is Row): Row[] {
    const read = rows.filter(isRow)
    if (read.length < rows.length) this.#events.refused(type, rows.length - read.length)
    return read
  }

  #ask(since: number | null): void {
    this.#wanted = null
    if (this.#token === null || !this.#events.isOpen()) return
    this.#events.send({
      type: "auth",
      data: since === null ? { token: this.#token } : { token: this.#token, since },
    })
  }

  #forget(wanted: number | null = null): void {
    this.#n = null
    this.#wanted = wanted
    this.#orders = new Map()
    this.#fills = []
    this.#balances = new Map()
    this.#makeWholeDue()
  }

  #makeWholeDue(): void {
    this.#isWholeDue = true
    this.#clearChanges()
  }

  #clearChanges(): void {
    this.#changedOrders = new Map()
    this.#newFills = []
    this.#changedBalances = new Map()
  }

  #changed(): void {
    this.version += 1
    this.#events.changed()
  }
}

const keyOf = ({ wallet, currency }: Balance): string => `${wallet} ${currency}`
const isWhole = (value: unknown): value is number => Number.isSafeInteger(value)

const hasTexts = (row: unknown, ...names: string[]): boolean =>
  typeof row === "object" &&
  row !== null &&
  names.every((name) => typeof (row as Record<string, unknown>)[name] === "string")

const isOrder = (row: unknown): row is SpotOrder =>
  hasTexts(row, "instrument", "side", "price", "quantity", "executed", "status") &&
  isWhole((row as SpotOrder).id) &&
  isWhole((row as SpotOrder).sequence)
const isFill = (row: unknown): row is SpotFill =>
  hasTexts(row, "instrument", "side", "price", "quantity") && isWhole((row as SpotFill).trade)
const isBalance = (row: unknown): row is Balance => hasTexts(row, "wallet", "currency", "available", "held")
