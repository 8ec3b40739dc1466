/**
 * What does each user have, right now? Open orders, balances and the newest fills, kept from committed events; the
 * engine's memory is never read. Each change of an account is numbered, so that a socket can go on where it was cut.
 */

import type { TimeMs } from "#core/money/units.ts"
import type { AccountSnapshot } from "#core/wire/socket.ts"
import type { Balance, SpotFill, SpotOrder, Wallet } from "#core/wire/trading.ts"
import type { AccountId } from "#server/engine/command.ts"
import type { BalanceEvent, EngineEvent, OrderView } from "#server/engine/event.ts"
import {
  balanceRowOf,
  isOpenOrder,
  isUserAccount,
  spotFillOf,
  spotOrderOf,
  type TextsOf,
} from "./account-rows.ts"

/** Fills that a snapshot carries. */
export const SNAPSHOT_FILLS = 100
/** Changes of one account that can be sent again (exchange.md section 9). */
export const REPLAYED_MAX = 1000
/** Accounts whose changes are kept for that; beyond them the one whose owner connected longest ago goes. */
const LOGGED_ACCOUNTS_MAX = 2000
/**
 * Numbers that one change takes: at most three messages, and the last of them stands on a whole multiple. So a number
 * from the middle of a change is known as such: what was sent merged can't be split again.
 */
const NUMBERS_A_CHANGE = 4

/** What a batch changed of one account. */
export interface AccountChange {
  /** Multiples of four. */
  readonly prev: number
  readonly n: number
  /** As they stand, each once, ended ones too. */
  readonly orders: readonly SpotOrder[]
  /** Oldest first. */
  readonly fills: readonly SpotFill[]
  readonly balances: readonly Balance[]
}

/** What an account was when the server began. */
export interface AccountSeed {
  account: AccountId
  orders: readonly OrderView[]
  balances: readonly BalanceEvent[]
  /** When practice money was drawn last; 0: never. */
  lastDraw: TimeMs
}

/** What sockets read. */
export interface AccountReader {
  /** Of the newest change. */
  n(account: AccountId): number
  snapshot(account: AccountId): AccountSnapshot
  /** All that came after `n`, merged; undefined: not known any more, or never. */
  since(account: AccountId, n: number): AccountChange | undefined
  /** From now on changes of this account are kept, to be sent again. Loads what the memory doesn't have. */
  prepare(account: AccountId): Promise<void>
  /** Called synchronously after each batch is in the model. Returns how to stop. */
  listen(listener: (changes: ReadonlyMap<AccountId, AccountChange>) => void): () => void
}

interface Held {
  n: number
  /** Open ones by id, rising. */
  readonly orders: Map<number, SpotOrder>
  readonly balances: Map<string, Balance>
  fills: SpotFill[]
  /** The fills of earlier runs are there too. */
  hasOldFills: boolean
  /** Undefined: nobody has asked for it yet. */
  log: AccountChange[] | undefined
  lastDraw: TimeMs
}

interface Touched {
  orders: Map<number, SpotOrder>
  fills: SpotFill[]
  balances: Map<string, Balance>
}

interface AccountModelParts {
  textsOf: TextsOf
  /** Wall clock, epoch ms; also makes the first number, so that those of an earlier process never match. */
  now(): TimeMs
  /** The newest fills of an account, oldest first. */
  loadFills(account: AccountId, limit: number): Promise<SpotFill[]>
}

export class AccountModel implements AccountReader {
  readonly #parts: AccountModelParts
  readonly #first: number
  readonly #accounts = new Map<AccountId, Held>()
  /** Those with a log; whose owner connected longest ago comes first. */
  readonly #logged = new Set<AccountId>()
  readonly #listeners = new Set<(changes: ReadonlyMap<AccountId, AccountChange>) => void>()

  constructor(parts: AccountModelParts) {
    this.#parts = parts
    this.#first = parts.now() * 1000
  }

  /** What was restored from disk, before the first batch. */
  seed({ account, orders, balances, lastDraw }: AccountSeed): void {
    const held = this.#held(account)
    for (const view of orders) held.orders.set(view.id, spotOrderOf(view, this.#parts.textsOf))
    for (const event of balances) held.balances.set(keyOf(event), balanceRowOf(event))
    held.lastDraw = lastDraw
  }

  /** A committed batch. */
  take({ time, events }: { time: TimeMs; events: readonly EngineEvent[] }): void {
    const touched = new Map<AccountId, Touched>()
    for (const event of events) this.#note(touched, event, time)
    if (touched.size === 0) return
    const changes = new Map<AccountId, AccountChange>()
    for (const [account, of] of touched) {
      const change = this.#apply(account, of)
      if (change) changes.set(account, change)
    }
    for (const listener of this.#listeners) listener(changes)
  }

  n(account: AccountId): number {
    return this.#accounts.get(account)?.n ?? this.#first
  }

  snapshot(account: AccountId): AccountSnapshot {
    const held = this.#accounts.get(account)
    return {
      n: this.n(account),
      time: this.#parts.now(),
      orders: [...(held?.orders.values() ?? [])],
      fills: held?.fills.slice(-SNAPSHOT_FILLS) ?? [],
      balances: [...(held?.balances.values() ?? [])],
    }
  }

  since(account: AccountId, n: number): AccountChange | undefined {
    const held = this.#accounts.get(account)
    if (n === this.n(account)) return { prev: n, n, orders: [], fills: [], balances: [] }
    const place = held?.log?.findIndex(({ prev }) => prev === n) ?? -1
    if (!held?.log || place < 0) return undefined
    return held.log.slice(place).reduce(mergeChanges)
  }

  async prepare(account: AccountId): Promise<void> {
    const held = this.#held(account)
    this.#startLog(account, held)
    if (held.hasOldFills) return
    const old = await this.#parts.loadFills(account, SNAPSHOT_FILLS)
    if (held.hasOldFills) return
    held.hasOldFills = true
    const known = new Set(held.fills.map(fillKey))
    held.fills = [...old.filter((fill) => !known.has(fillKey(fill))), ...held.fills].slice(-SNAPSHOT_FILLS)
  }

  listen(listener: (changes: ReadonlyMap<AccountId, AccountChange>) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** The newest first. */
  openOrders(account: AccountId): SpotOrder[] {
    return [...(this.#accounts.get(account)?.orders.values() ?? [])].sort((one, other) => other.id - one.id)
  }

  openOrder(account: AccountId, named: { id?: number; clientOrderId?: string }): SpotOrder | undefined {
    const orders = this.#accounts.get(account)?.orders
    if (!orders) return undefined
    if (named.id !== undefined) return orders.get(named.id)
    return [...orders.values()].find(({ clientOrderId }) => clientOrderId === named.clientOrderId)
  }

  openCount(account: AccountId): number {
    return this.#accounts.get(account)?.orders.size ?? 0
  }

  balances(account: AccountId): Balance[] {
    return [...(this.#accounts.get(account)?.balances.values() ?? [])]
  }

  balance(account: AccountId, wallet: Wallet, currency: string): Balance {
    const known = this.#accounts.get(account)?.balances.get(keyOf({ wallet, currency }))
    return known ?? { wallet, currency, available: "0", held: "0" }
  }

  /** When practice money was drawn last; 0: never. */
  lastDraw(account: AccountId): TimeMs {
    return this.#accounts.get(account)?.lastDraw ?? 0
  }

  /** Practice money was drawn. Events know the batch's time; an answer knows the very millisecond. */
  drew(account: AccountId, time: TimeMs): void {
    if (isUserAccount(account)) this.#held(account).lastDraw = time
  }

  #note(touched: Map<AccountId, Touched>, event: EngineEvent, time: TimeMs): void {
    const { textsOf } = this.#parts
    switch (event.type) {
      case "order":
        if (isUserAccount(event.order.account))
          of(touched, event.order.account).orders.set(event.order.id, spotOrderOf(event.order, textsOf))
        break
      case "fill":
        if (isUserAccount(event.account)) of(touched, event.account).fills.push(spotFillOf(event, textsOf))
        break
      case "balance":
        if (isUserAccount(event.account))
          of(touched, event.account).balances.set(keyOf(event), balanceRowOf(event))
        break
      case "journal":
        if (event.kind === "faucet")
          for (const { account } of event.lines) this.drew(account.split(".")[0] ?? "", time)
        break
    }
  }

  #apply(account: AccountId, { orders, fills, balances }: Touched): AccountChange | undefined {
    if (orders.size + fills.length + balances.size === 0) return undefined
    const held = this.#held(account)
    for (const order of orders.values()) {
      if (isOpenOrder(order)) held.orders.set(order.id, order)
      else held.orders.delete(order.id)
    }
    for (const row of balances.values()) held.balances.set(keyOf(row), row)
    held.fills.push(...fills)
    if (held.fills.length > 2 * SNAPSHOT_FILLS) held.fills = held.fills.slice(-SNAPSHOT_FILLS)
    const prev = held.n
    held.n += NUMBERS_A_CHANGE
    const change = {
      prev,
      n: held.n,
      orders: [...orders.values()],
      fills,
      balances: [...balances.values()],
    }
    if (held.log) {
      held.log.push(change)
      if (held.log.length > 2 * REPLAYED_MAX) held.log.splice(0, held.log.length - REPLAYED_MAX)
    }
    return change
  }

  #held(account: AccountId): Held {
    const known = this.#accounts.get(account)
    if (known) return known
    const fresh: Held = {
      n: this.#first,
      orders: new Map(),
      balances: new Map(),
      fills: [],
      hasOldFills: false,
      log: undefined,
      lastDraw: 0,
    }
    this.#accounts.set(account, fresh)
    return fresh
  }

  #startLog(account: AccountId, held: Held): void {
    held.log ??= []
    this.#logged.delete(account)
    this.#logged.add(account)
    if (this.#logged.size <= LOGGED_ACCOUNTS_MAX) return
    const [oldest] = this.#logged
    if (oldest === undefined) return
    this.#logged.delete(oldest)
    this.#held(oldest).log = undefined
  }
}

/** One after the other, as one: the newest of each order and balance, all fills (W2). */
export function mergeChanges(before: AccountChange, after: AccountChange): AccountChange {
  const orders = new Map([...before.orders, ...after.orders].map((order) => [order.id, order]))
  const balances = new Map([...before.balances, ...after.balances].map((row) => [keyOf(row), row]))
  return {
    prev: before.prev,
    n: after.n,
    orders: [...orders.values()],
    fills: [...before.fills, ...after.fills],
    balances: [...balances.values()],
  }
}

function of(touched: Map<AccountId, Touched>, account: AccountId): Touched {
  const known = touched.get(account)
  if (known) return known
  const fresh: Touched = { orders: new Map(), fills: [], balances: new Map() }
  touched.set(account, fresh)
  return fresh
}

const keyOf = ({ wallet, currency }: Pick<Balance, "wallet" | "currency">): string => `${wallet} ${currency}`
const fillKey = ({ instrument, trade, order }: SpotFill): string => `${instrument} ${trade} ${order}`
