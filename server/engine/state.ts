/** All state of the engine in one place. */

import type { Price8 } from "#core/money/units.ts"
import { AiState } from "./ai/ai-state.ts"
import type { AccountId } from "./command.ts"
import { FUND_ACCOUNT, HOUSE_ACCOUNTS } from "./command.ts"
import { CustodyState } from "./custody/custody-state.ts"
import { EventLog } from "./event-log.ts"
import { DAY_MS } from "./ledger/account.ts"
import { Ledger } from "./ledger/ledger.ts"
import { FastBook } from "./matching/fast-book.ts"
import type { Market } from "./matching/market.ts"
import { OpenOrders } from "./matching/open-orders.ts"
import type { OrderBook } from "./matching/order-book.ts"
import { Countdowns } from "./orders/countdowns.ts"
import { KEYS_MAX, KeyMemory } from "./orders/key-memory.ts"
import { PausedGroups } from "./paused/paused.ts"
import { ContractPriceList, contractOf } from "./pricing/contract-prices.ts"
import type { IndexPrice } from "./pricing/index-price.ts"
import type { PerpetualPricing } from "./pricing/perpetual-pricing.ts"
import type { ClearingParts } from "./risk/clearing.ts"
import { type Clearings, createClearings } from "./risk/create-clearings.ts"
import { SecondState } from "./second/second-state.ts"
import { TimerQueue } from "./timers.ts"
import type { TradingPauses } from "./trading-pauses.ts"
import { Twaps } from "./twap/twap.ts"

export interface EngineSettings {
  /** The order book of an instrument with this K; default the fast one. Tests give the plain one. */
  createBook: (notionalUnit: bigint) => OrderBook
  /** The clearing of each kind of instrument; tests give some that refuse fills. */
  createClearings: (parts: ClearingParts) => Clearings
  /** Contracts have positions from the first command on; a server says so with `clock.start`. Default true. */
  settlesContracts: boolean
  /** Default 1; a restart goes on where the ids ended. */
  firstOrderId: number
  /**
   * Exempt from the limit price rule (N2), from fees, from the counts of open orders and from remembered keys (S12);
   * what they do among themselves is journalled once a minute. Default `HOUSE_ACCOUNTS`.
   */
  houseAccounts: ReadonlySet<AccountId>
  /** Keys remembered at once before who has more than an equal share is refused (S12); default a million. */
  keysMax: number
  /** How much a source counts in an index (P1), by its name; default 1 for each. */
  indexWeights: ReadonlyMap<string, bigint>
}

/** What a new engine starts from where nothing else is asked. */
const DEFAULT_SETTINGS: EngineSettings = {
  createBook: (notionalUnit) => new FastBook(notionalUnit),
  createClearings,
  settlesContracts: true,
  firstOrderId: 1,
  houseAccounts: new Set([...HOUSE_ACCOUNTS, FUND_ACCOUNT]),
  keysMax: KEYS_MAX,
  indexWeights: new Map(),
}

export interface EngineState {
  readonly settings: EngineSettings
  /** Carries sequence and engine time of what is under way. */
  readonly log: EventLog
  readonly ledger: Ledger
  /** By kind of instrument: holds, checks and postings of its orders. */
  readonly clearings: Clearings
  readonly markets: Map<string, Market>
  /** Perpetuals only. */
  readonly pricings: Map<string, PerpetualPricing>
  readonly indexes: Map<string, IndexPrice>
  /** Open orders by id. */
  readonly orders: OpenOrders
  readonly keys: KeyMemory
  /** S15. */
  readonly countdowns: Countdowns
  /** S20. */
  readonly twaps: Twaps
  /** S21. */
  readonly paused: PausedGroups
  readonly timers: TimerQueue
  readonly pauses: TradingPauses
  readonly seconds: SecondState
  /** Deposits and withdrawals. */
  readonly custody: CustodyState
  readonly ai: AiState
  nextOrderId: number
  /** S8: how many stops one command lets enter; null: no bound, as in command logs from before there was one. */
  stopsPerCommand: number | null
  /** Of them, those that the command under way may still let enter. */
  stopsLeft: number
}

/** The state of an engine that has done nothing yet. */
export function createState(given: Partial<EngineSettings> = {}): EngineState {
  const settings: EngineSettings = { ...DEFAULT_SETTINGS, ...given }
  const log = new EventLog()
  const timers = new TimerQueue()
  const markets = new Map<string, Market>()
  const indexes = new Map<string, IndexPrice>()
  const pricings = new Map<string, PerpetualPricing>()
  const ledger = new Ledger({
    log,
    houseAccounts: settings.houseAccounts,
    houseMoved: () => timers.add({ due: nextMultiple(log.now, MINUTE_MS), name: "house-net", key: "" }),
  })
  const contractPrices = new ContractPriceList(markets, pricings)
  return {
    settings,
    log,
    ledger,
    clearings: settings.createClearings({
      ledger,
      log,
      indexes,
      settlesContracts: settings.settlesContracts,
      contractOf: (instrument) => contractOf(markets, instrument),
      contractPrices: (instrument) => contractPrices.of(instrument),
      worthOf: (currency) => worthOf(markets, indexes, currency),
      dayBegun: () => {
        if (!timers.has("levels")) timers.add({ due: nextMultiple(log.now, DAY_MS), name: "levels", key: "" })
      },
    }),
    markets,
    pricings,
    indexes,
    orders: new OpenOrders(),
    keys: new KeyMemory(settings.keysMax),
    countdowns: new Countdowns(),
    twaps: new Twaps(),
    paused: new PausedGroups(),
    timers,
    pauses: { opening: [] },
    seconds: new SecondState({ ledger, log }),
    custody: new CustodyState(),
    ai: new AiState(),
    nextOrderId: settings.firstOrderId,
    stopsPerCommand: null,
    stopsLeft: Number.POSITIVE_INFINITY,
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
