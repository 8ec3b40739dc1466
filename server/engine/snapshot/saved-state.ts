/** The engine's whole state as plain data: all that a replay would reproduce, in a fixed order (R4). */

import type { TradedInstrument } from "#core/instrument/instrument.ts"
import type { Amount, Ticks, TimeMs } from "#core/money/units.ts"
import type { SavedAi } from "../ai/ai-state.ts"
import type { AccountId, Side, WalletName } from "../command.ts"
import type { SavedCustody } from "../custody/custody-state.ts"
import type { Account, DayTurnover } from "../ledger/account.ts"
import type { Market } from "../matching/market.ts"
import type { SavedCountdown } from "../orders/countdowns.ts"
import type { PausedView } from "../paused/paused.ts"
import type { SavedIndex } from "../pricing/index-price.ts"
import type { SavedPricing } from "../pricing/perpetual-pricing.ts"
import type { SavedClearing } from "../risk/clearing.ts"
import { byKind } from "../risk/create-clearings.ts"
import type { SavedSeconds } from "../second/second-state.ts"
import type { EngineState } from "../state.ts"
import type { Timer } from "../timers.ts"
import { copyPauses, type TradingPauses } from "../trading-pauses.ts"
import type { SavedTwap } from "../twap/twap.ts"
import { STATE_VERSION } from "../versions.ts"
import { type SavedOrder, saveOrder } from "./saved-order.ts"

interface SavedMarket {
  instrument: TradedInstrument
  last: Ticks
  nextTradeId: number
  /** Best price first, then in the order of the queue. */
  buy: SavedOrder[]
  sell: SavedOrder[]
  /** Waiting stops in the order in which they would enter: those that trades have reached, then the others. */
  reached: SavedOrder[]
  rising: SavedOrder[]
  falling: SavedOrder[]
  /** Trailing stops by id (S9). */
  trailing: SavedOrder[]
}

/** Available, held, and what journal entries have reported of both. */
type SavedBalance = readonly [
  wallet: WalletName,
  currency: string,
  available: Amount,
  held: Amount,
  toldAvailable: Amount,
  toldHeld: Amount,
]

interface SavedAccount {
  id: AccountId
  isFrozen: boolean
  level: number
  isLevelByHand: boolean
  lastDraw: TimeMs
  days: DayTurnover[]
  /** By wallet, then currency. */
  balances: SavedBalance[]
}

type SavedClearings = Partial<Record<TradedInstrument["kind"], SavedClearing>>

export interface SavedState {
  version: typeof STATE_VERSION
  seq: number
  time: TimeMs
  nextOrderId: number
  /** S8; null: no bound. */
  stopsPerCommand: number | null
  /** By id. */
  markets: SavedMarket[]
  /** By name. */
  indexes: SavedIndex[]
  /** By instrument. */
  pricings: (SavedPricing & { instrument: string })[]
  /** By id. */
  accounts: SavedAccount[]
  /** By name, then currency. */
  system: (readonly [name: string, currency: string, balance: Amount])[]
  hasUntold: boolean
  /** As `KeyMemory` lists them: names, and behind each what is remembered of it; the oldest first. */
  keys: string[]
  /** By account, then instrument (S15). */
  countdowns: SavedCountdown[]
  /** By id (S20); left out where there are none, as in states of before there were any. */
  twaps?: SavedTwap[]
  /** By id (S21); left out where there are none, as in states of before there were any. */
  paused?: PausedView[]
  timers: Timer[]
  /** Own state of the kinds of instruments that have one, by kind. */
  clearings?: SavedClearings
  pauses: TradingPauses
  seconds: SavedSeconds
  custody: SavedCustody
  ai: SavedAi
}

/** A copy of all that may change; between two commands only. */
export function saveState(state: EngineState): SavedState {
  const { log, ledger } = state
  return {
    version: STATE_VERSION,
    seq: log.seq,
    time: log.now,
    nextOrderId: state.nextOrderId,
    stopsPerCommand: state.stopsPerCommand,
    markets: byName(state.markets).map(([, market]) => saveMarket(market)),
    indexes: byName(state.indexes).map(([, index]) => index.save()),
    pricings: byName(state.pricings).map(([instrument, pricing]) => ({ instrument, ...pricing.save() })),
    accounts: ledger.accounts().map(saveAccount),
    system: ledger.systemAccounts().map(({ name, currency, balance }) => [name, currency, balance]),
    hasUntold: ledger.hasUntold,
    keys: state.keys.list(),
    countdowns: state.countdowns.save(),
    ...saveTwaps(state),
    ...savePaused(state),
    timers: state.timers.list(),
    ...saveClearings(state),
    pauses: copyPauses(state.pauses),
    seconds: state.seconds.save(),
    custody: state.custody.save(),
    ai: state.ai.save(),
  }
}

function saveTwaps({ twaps }: EngineState): { twaps?: SavedTwap[] } {
  const saved = twaps.save()
  return saved.length > 0 ? { twaps: saved } : {}
}

function savePaused({ paused }: EngineState): { paused?: PausedView[] } {
  const saved = paused.save()
  return saved.length > 0 ? { paused: saved } : {}
}

/** Most kinds have no state of their own. */
function saveClearings({ clearings }: EngineState): { clearings?: SavedClearings } {
  const saved: SavedClearings = {}
  for (const [kind, clearing] of byKind(clearings)) {
    const own = clearing.save()
    if (own) saved[kind] = own
  }
  return Object.keys(saved).length > 0 ? { clearings: saved } : {}
}

const byName = <Value>(map: ReadonlyMap<string, Value>): [string, Value][] =>
  [...map].sort(([one], [other]) => (one < other ? -1 : 1))

function saveMarket(market: Market): SavedMarket {
  const { reached, rising, falling, trailing } = market.stops.lists()
  return {
    instrument: { ...market.instrument },
    last: market.last,
    nextTradeId: market.nextTradeId,
    buy: saveSide(market, "buy"),
    sell: saveSide(market, "sell"),
    reached: reached.map(saveOrder),
    rising: rising.map(saveOrder),
    falling: falling.map(saveOrder),
    trailing: trailing.map(saveOrder),
  }
}

function saveSide({ book }: Market, side: Side): SavedOrder[] {
  const orders: SavedOrder[] = []
  book.walkLevels(side, (price) => {
    for (const order of book.queue(side, price)) orders.push(saveOrder(order))
    return true
  })
  return orders
}

const saveAccount = (account: Account): SavedAccount => ({
  id: account.id,
  isFrozen: account.isFrozen,
  level: account.level,
  isLevelByHand: account.isLevelByHand,
  lastDraw: account.lastDraw,
  days: account.days.map((day) => ({ ...day })),
  balances: account
    .balances()
    .map(({ wallet, currency, available, held, toldAvailable, toldHeld }) => [
      wallet,
      currency,
      available,
      held,
      toldAvailable,
      toldHeld,
    ]),
})
