/** How does an engine stand again where a snapshot was taken? */

import { Market } from "../matching/market.ts"
import type { Order } from "../matching/order.ts"
import { IndexPrice } from "../pricing/index-price.ts"
import { PerpetualPricing } from "../pricing/perpetual-pricing.ts"
import type { EngineState } from "../state.ts"
import { copyStops } from "../trading-stops.ts"
import { loadOrder, type SavedOrder } from "./saved-order.ts"
import type { SavedState } from "./saved-state.ts"

/** Fills the state of an engine that has done nothing yet. It then does everything as the one that was saved would. */
export function loadState(state: EngineState, saved: SavedState): void {
  if (state.log.seq !== 0) throw new Error("a state is loaded into a new engine only")
  state.log.seq = saved.seq
  state.log.now = saved.time
  state.nextOrderId = saved.nextOrderId
  loadLedger(state, saved)
  for (const each of saved.indexes) {
    const index = new IndexPrice(each.name, state.settings.indexWeights)
    index.restore(each)
    state.indexes.set(each.name, index)
  }
  loadMarkets(state, saved)
  loadPricings(state, saved)
  state.keys.restore(saved.keys)
  for (const timer of saved.timers) state.timers.add(timer)
  Object.assign(state.stops, copyStops(saved.stops))
}

function loadLedger({ ledger }: EngineState, saved: SavedState): void {
  for (const { account, purses, days, ...fields } of saved.holders) {
    const holder = ledger.holder(account)
    Object.assign(holder, fields)
    holder.days = days.map((day) => ({ ...day }))
    for (const [wallet, currency, available, held, toldAvailable, toldHeld] of purses)
      Object.assign(holder.purse(wallet, currency), { available, held, toldAvailable, toldHeld })
  }
  for (const [name, currency, balance] of saved.system) ledger.system(name, currency).balance = balance
  ledger.hasUntold = saved.hasUntold
}

function loadMarkets(state: EngineState, saved: SavedState): void {
  const { log, settlement, orders } = state
  const loaded: { order: Order; market: Market }[] = []
  for (const each of saved.markets) {
    const { instrument } = each
    const book = state.settings.createBook(instrument.notionalUnit)
    const market = new Market(instrument, { book, log, orders, settlement, firstTradeId: each.nextTradeId })
    market.last = each.last
    state.markets.set(instrument.id, market)
    const load = (rows: readonly SavedOrder[]) =>
      rows.map((row) => {
        const order = loadOrder(row, instrument.id)
        loaded.push({ order, market })
        return order
      })
    for (const order of [...load(each.buy), ...load(each.sell)]) book.add(order)
    for (const order of load(each.rising)) market.stops.add(order, true)
    for (const order of load(each.falling)) market.stops.add(order, false)
  }
  // Lists of orders are in the order of their ids, over all markets.
  loaded.sort((one, other) => one.order.id - other.order.id)
  for (const { order, market } of loaded) {
    const seat = market.takeSeat(state.ledger.holder(order.account))
    // As they were bound at its acceptance.
    order.pays = order.side === "buy" ? seat.quote : seat.base
    order.gains = order.side === "buy" ? seat.base : seat.quote
    market.restore(order, seat)
  }
}

function loadPricings(state: EngineState, saved: SavedState): void {
  for (const { instrument: id, ...prices } of saved.pricings) {
    const market = state.markets.get(id)
    const index =
      market?.instrument.kind === "perpetual" ? state.indexes.get(market.instrument.index) : undefined
    if (!market || !index) throw new Error(`the snapshot prices ${id}, of which it has no market or no index`)
    const pricing = new PerpetualPricing(market, index)
    pricing.restore(prices)
    state.pricings.set(id, pricing)
  }
}
