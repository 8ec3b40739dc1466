/** What is the whole state as plain data? All that a replay would make again, in an order of its own (R4). */

import type { TradedInstrument } from "#core/instrument/instrument.ts"
import type { Amount, Ticks, TimeMs } from "#core/money/units.ts"
import type { AccountId, Side, WalletName } from "../command.ts"
import type { DayTurnover, Holder } from "../ledger/holder.ts"
import type { Market } from "../matching/market.ts"
import type { RememberedKey } from "../orders/key-memory.ts"
import type { SavedIndex } from "../pricing/index-price.ts"
import type { SavedPricing } from "../pricing/perpetual-pricing.ts"
import type { EngineState } from "../state.ts"
import type { Timer } from "../timers.ts"
import { copyStops, type TradingStops } from "../trading-stops.ts"
import { type SavedOrder, saveOrder } from "./saved-order.ts"

interface SavedMarket {
  instrument: TradedInstrument
  last: Ticks
  nextTradeId: number
  /** Best price first, then in the order of the queue. */
  buy: SavedOrder[]
  sell: SavedOrder[]
  /** Waiting stops in the order in which they would fire. */
  rising: SavedOrder[]
  falling: SavedOrder[]
}

/** Available, held, and what journals have told of both. */
type SavedPurse = readonly [
  wallet: WalletName,
  currency: string,
  available: Amount,
  held: Amount,
  toldAvailable: Amount,
  toldHeld: Amount,
]

interface SavedHolder {
  account: AccountId
  isFrozen: boolean
  level: number
  isLevelByHand: boolean
  lastDraw: TimeMs
  days: DayTurnover[]
  purses: SavedPurse[]
}

export interface SavedState {
  seq: number
  time: TimeMs
  nextOrderId: number
  /** By id. */
  markets: SavedMarket[]
  /** By name. */
  indexes: SavedIndex[]
  /** By instrument. */
  pricings: (SavedPricing & { instrument: string })[]
  /** By account. */
  holders: SavedHolder[]
  /** By name, then currency. */
  system: (readonly [name: string, currency: string, balance: Amount])[]
  hasUntold: boolean
  /** The oldest first. They never change: shared with the engine, not copied. */
  keys: RememberedKey[]
  timers: Timer[]
  stops: TradingStops
}

/** A copy of all that may change; between two commands only. */
export function saveState(state: EngineState): SavedState {
  const { log, ledger } = state
  return {
    seq: log.seq,
    time: log.now,
    nextOrderId: state.nextOrderId,
    markets: byName(state.markets).map(([, market]) => saveMarket(market)),
    indexes: byName(state.indexes).map(([, index]) => index.save()),
    pricings: byName(state.pricings).map(([instrument, pricing]) => ({ instrument, ...pricing.save() })),
    holders: ledger.holders().map(saveHolder),
    system: ledger.systemAccounts().map(({ name, currency, balance }) => [name, currency, balance]),
    hasUntold: ledger.hasUntold,
    keys: state.keys.list(),
    timers: state.timers.list(),
    stops: copyStops(state.stops),
  }
}

const byName = <Value>(map: ReadonlyMap<string, Value>): [string, Value][] =>
  [...map].sort(([one], [other]) => (one < other ? -1 : 1))

function saveMarket(market: Market): SavedMarket {
  const stops = market.stops.list()
  return {
    instrument: { ...market.instrument },
    last: market.last,
    nextTradeId: market.nextTradeId,
    buy: saveSide(market, "buy"),
    sell: saveSide(market, "sell"),
    rising: stops.filter((order) => market.stops.isRising(order)).map(saveOrder),
    falling: stops.filter((order) => !market.stops.isRising(order)).map(saveOrder),
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

const saveHolder = (holder: Holder): SavedHolder => ({
  account: holder.account,
  isFrozen: holder.isFrozen,
  level: holder.level,
  isLevelByHand: holder.isLevelByHand,
  lastDraw: holder.lastDraw,
  days: holder.days.map((day) => ({ ...day })),
  purses: holder
    .purses()
    .map(({ wallet, currency, available, held, toldAvailable, toldHeld }) => [
      wallet,
      currency,
      available,
      held,
      toldAvailable,
      toldHeld,
    ]),
})
