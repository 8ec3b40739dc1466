/** What does the engine remember? All of it, in one place; positions join here. */

import type { Price8 } from "#core/money/units.ts"
import type { AccountId } from "./command.ts"
import { HOUSE_ACCOUNTS } from "./command.ts"
import { EventLog } from "./event-log.ts"
import { DAY_MS } from "./ledger/holder.ts"
import { Ledger } from "./ledger/ledger.ts"
import { FastBook } from "./matching/fast-book.ts"
import type { Market } from "./matching/market.ts"
import { OpenOrders } from "./matching/open-orders.ts"
import type { OrderBook } from "./matching/order-book.ts"
import { KeyMemory } from "./orders/key-memory.ts"
import type { IndexPrice } from "./pricing/index-price.ts"
import type { PerpetualPricing } from "./pricing/perpetual-pricing.ts"
import { Settlement } from "./risk/settlement.ts"
import { TimerQueue } from "./timers.ts"
import type { TradingStops } from "./trading-stops.ts"

export interface EngineSettings {
  /** The order book of an instrument with this K; default the fast one. Tests give the plain one. */
  createBook: (notionalUnit: bigint) => OrderBook
  /** Default 1; a restart goes on where the ids ended. */
  firstOrderId: number
  /**
   * Exempt from the limit price rule (N2), from fees, from the counts of open orders and from remembered keys (S12);
   * what they do among themselves is journalled once a minute. Default `HOUSE_ACCOUNTS`.
   */
  houseAccounts: ReadonlySet<AccountId>
  /** How much a source counts in an index (P1), by its name; default 1 for each. */
  indexWeights: ReadonlyMap<string, bigint>
}

/** What a new engine starts from where nothing else is asked. */
const DEFAULT_SETTINGS: EngineSettings = {
  createBook: (notionalUnit) => new FastBook(notionalUnit),
  firstOrderId: 1,
  houseAccounts: new Set(HOUSE_ACCOUNTS),
  indexWeights: new Map(),
}

export interface EngineState {
  readonly settings: EngineSettings
  /** Carries sequence and engine time of what is under way. */
  readonly log: EventLog
  readonly ledger: Ledger
  /** Posts the trades of spot markets. */
  readonly settlement: Settlement
  readonly markets: Map<string, Market>
  /** Perpetuals only. */
  readonly pricings: Map<string, PerpetualPricing>
  readonly indexes: Map<string, IndexPrice>
  /** Open orders by id. */
  readonly orders: OpenOrders
  readonly keys: KeyMemory
  readonly timers: TimerQueue
  readonly stops: TradingStops
  nextOrderId: number
}

/** The state of an engine that has done nothing yet. */
export function createState(given: Partial<EngineSettings> = {}): EngineState {
  const settings: EngineSettings = { ...DEFAULT_SETTINGS, ...given }
  const log = new EventLog()
  const timers = new TimerQueue()
  const markets = new Map<string, Market>()
  const indexes = new Map<string, IndexPrice>()
  const ledger = new Ledger({
    log,
    houseAccounts: settings.houseAccounts,
    houseMoved: () => timers.add({ due: nextMultiple(log.now, MINUTE_MS), name: "house-net", key: "" }),
  })
  return {
    settings,
    log,
    ledger,
    settlement: new Settlement({
      ledger,
      log,
      worthOf: (currency) => worthOf(markets, indexes, currency),
      dayBegun: () => {
        if (!timers.has("levels")) timers.add({ due: nextMultiple(log.now, DAY_MS), name: "levels", key: "" })
      },
    }),
    markets,
    pricings: new Map(),
    indexes,
    orders: new OpenOrders(),
    keys: new KeyMemory(),
    timers,
    stops: { opening: [] },
    nextOrderId: settings.firstOrderId,
  }
}

/** Is this one of the house's own accounts? */
export const isHouse = (state: EngineState, account: AccountId): boolean =>
  state.settings.houseAccounts.has(account)

const MINUTE_MS = 60_000
const nextMultiple = (now: number, every: number): number => (Math.floor(now / every) + 1) * every

/** Worth of one whole coin in 1e-8 USDT: what it last traded at, else its index; undefined without either. */
function worthOf(
  markets: ReadonlyMap<string, Market>,
  indexes: ReadonlyMap<string, IndexPrice>,
  currency: string,
): Price8 | undefined {
  const pair = `${currency}_USDT`
  const market = markets.get(pair)
  if (market && market.last !== 0) return (BigInt(market.last) * market.instrument.tick) as Price8
  return indexes.get(pair)?.last
}
