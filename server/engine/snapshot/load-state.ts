/** Fills a new engine with a saved state. */

import { createMarket } from "../instruments.ts"
import type { Market } from "../matching/market.ts"
import type { Order } from "../matching/order.ts"
import { IndexPrice } from "../pricing/index-price.ts"
import { PerpetualPricing } from "../pricing/perpetual-pricing.ts"
import { byKind } from "../risk/create-clearings.ts"
import type { EngineState } from "../state.ts"
import { copyPauses } from "../trading-pauses.ts"
import { loadOrder, type SavedOrder } from "./saved-order.ts"
import type { SavedState } from "./saved-state.ts"

/** Fills the state of an engine that has done nothing yet. It then does everything as the one that was saved would. */
export function loadState(state: EngineState, saved: SavedState): void {
  if (state.log.seq !== 0) throw new Error("a state is loaded into a new engine only")
  state.log.seq = saved.seq
  state.log.now = saved.time
  state.nextOrderId = saved.nextOrderId
  state.stopsPerCommand = saved.stopsPerCommand
  loadLedger(state, saved)
  for (const each of saved.indexes) {
    const index = new IndexPrice(each.name, state.settings.indexWeights)
    index.restore(each)
    state.indexes.set(each.name, index)
  }
  loadMarkets(state, saved)
  loadPricings(state, saved)
  for (const [kind, clearing] of byKind(state.clearings)) {
    const own = saved.clearings?.[kind]
    if (own) clearing.load(own)
  }
  state.keys.restore(saved.keys)
  state.countdowns.restore(saved.countdowns)
  state.twaps.restore(saved.twaps ?? [])
  state.paused.restore(saved.paused ?? [])
  for (const timer of saved.timers) state.timers.add(timer)
  state.seconds.restore(saved.seconds)
  state.custody.restore(saved.custody)
  state.ai.restore(saved.ai)
  for (const { name, key, due } of saved.timers)
    if (name === "second-refund") state.seconds.of(key).refundTimer = due
  Object.assign(state.pauses, copyPauses(saved.pauses))
}

function loadLedger({ ledger }: EngineState, saved: SavedState): void {
  for (const { id, balances, days, ...fields } of saved.accounts) {
    const account = ledger.account(id)
    Object.assign(account, fields)
    account.days = days.map((day) => ({ ...day }))
    for (const [wallet, currency, available, held, toldAvailable, toldHeld] of balances)
      Object.assign(account.balance(wallet, currency), { available, held, toldAvailable, toldHeld })
  }
  for (const [name, currency, balance] of saved.system) ledger.system(name, currency).balance = balance
  ledger.hasUntold = saved.hasUntold
}

function loadMarkets(state: EngineState, saved: SavedState): void {
  const loaded: { order: Order; market: Market }[] = []
  for (const each of saved.markets) {
    const { instrument } = each
    const market = createMarket(state, instrument, each.nextTradeId)
    const { book } = market
    market.last = each.last
    state.markets.set(instrument.id, market)
    const load = (rows: readonly SavedOrder[]) =>
      rows.map((row) => {
        const order = loadOrder(row, instrument)
        loaded.push({ order, market })
        return order
      })
    for (const order of [...load(each.buy), ...load(each.sell)]) book.add(order)
    for (const order of load(each.reached)) market.stops.addReached(order)
    for (const order of load(each.rising)) market.stops.add(order, true)
    for (const order of load(each.falling)) market.stops.add(order, false)
    for (const order of load(each.trailing)) market.stops.addTrailing(order)
  }
  // Lists of orders are in the order of their ids, over all markets.
  loaded.sort((one, other) => one.order.id - other.order.id)
  for (const { order, market } of loaded) {
    const participant = market.takeParticipant(state.ledger.account(order.account))
    market.clearing.rebind(order, participant)
    market.restore(order, participant)
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
