/** What does the engine remember? All of it, in one place; holds and positions join here. */

import type { AccountId } from "./command.ts"
import { HOUSE_ACCOUNTS } from "./command.ts"
import type { EventLog } from "./event-log.ts"
import { FastBook } from "./matching/fast-book.ts"
import type { Market } from "./matching/market.ts"
import type { Order } from "./matching/order.ts"
import type { OrderBook } from "./matching/order-book.ts"
import type { KeyMemory } from "./orders/key-memory.ts"
import type { IndexPrice } from "./pricing/index-price.ts"
import type { PerpetualPricing } from "./pricing/perpetual-pricing.ts"
import type { TimerQueue } from "./timers.ts"

export interface EngineSettings {
  /** The order book of an instrument with this K; default the fast one. Tests give the plain one. */
  createBook: (notionalUnit: bigint) => OrderBook
  /** Default 1; a restart goes on where the ids ended. */
  firstOrderId: number
  /**
   * Exempt from the limit price rule (N2), from the counts of open orders and from remembered keys (S12); default
   * `HOUSE_ACCOUNTS`.
   */
  houseAccounts: ReadonlySet<AccountId>
  /** How much a source counts in an index (P1), by its name; default 1 for each. */
  indexWeights: ReadonlyMap<string, bigint>
}

/** What a new engine starts from where nothing else is asked. */
export const DEFAULT_SETTINGS: EngineSettings = {
  createBook: (notionalUnit) => new FastBook(notionalUnit),
  firstOrderId: 1,
  houseAccounts: new Set(HOUSE_ACCOUNTS),
  indexWeights: new Map(),
}

export interface EngineState {
  readonly settings: EngineSettings
  /** Carries sequence and engine time of what is under way. */
  readonly log: EventLog
  readonly markets: Map<string, Market>
  /** Perpetuals only. */
  readonly pricings: Map<string, PerpetualPricing>
  readonly indexes: Map<string, IndexPrice>
  /** Open orders by id. */
  readonly orders: Map<number, Order>
  readonly keys: KeyMemory
  readonly timers: TimerQueue
  nextOrderId: number
}

/** Is this one of the house's own accounts? */
export const isHouse = (state: EngineState, account: AccountId): boolean =>
  state.settings.houseAccounts.has(account)
