/** Initial account rows of all users, read once from the restored engine before it processes anything. */

import type { Price8 } from "#core/money/units.ts"
import type { TriggerSource } from "#core/order/order-status.ts"
import { viewHolding } from "#server/engine/ai/ai-state.ts"
import type { OrderView } from "#server/engine/event.ts"
import { balanceOf } from "#server/engine/event-log.ts"
import { viewOrder } from "#server/engine/matching/order.ts"
import type { PositionRecord } from "#server/engine/position-record.ts"
import type { SecondView } from "#server/engine/second/second-event.ts"
import type { EngineState } from "#server/engine/state.ts"
import type { AccountSeed } from "./account-model.ts"
import { isUserAccount } from "./account-rows.ts"

/** The newest last price and mark of each market: what trailing stops follow. */
export function priceSeeds(
  state: EngineState,
): { instrument: string; source: TriggerSource; price: Price8 }[] {
  const seeds = [...state.markets.values()].flatMap(({ instrument: { id }, lastPrice }) => [
    { instrument: id, source: "last" as const, price: lastPrice },
    { instrument: id, source: "mark" as const, price: state.pricings.get(id)?.mark },
  ])
  return seeds.flatMap(({ price, ...seed }) => (price === undefined ? [] : [{ ...seed, price }]))
}

/** What is kept beside the engine's state, of all users. */
interface OpenRecords {
  positions: readonly PositionRecord[]
  /** Rising by id. */
  seconds: readonly SecondView[]
}

export function accountSeeds(state: EngineState, open: OpenRecords): AccountSeed[] {
  const positions = Map.groupBy(open.positions, ({ account }) => account)
  const seconds = Map.groupBy(open.seconds, ({ account }) => account)
  const deposits = Map.groupBy(state.custody.deposits.values(), ({ account }) => account)
  const withdrawals = Map.groupBy(state.custody.withdrawals.values(), ({ account }) => account)
  const holdings = Map.groupBy(state.ai.holdings().map(viewHolding), ({ account }) => account)
  const twaps = Map.groupBy(
    state.twaps.list().map(({ view }) => ({ ...view })),
    ({ account }) => account,
  )
  const paused = Map.groupBy(state.paused.save(), ({ account }) => account)
  const orders = new Map<string, OrderView[]>()
  for (const order of [...state.orders.values()].sort((one, other) => one.id - other.id)) {
    const view = viewOrder(order)
    const known = orders.get(view.account)
    if (known) known.push(view)
    else orders.set(view.account, [view])
  }
  return state.ledger.accounts().flatMap((account) =>
    isUserAccount(account.id)
      ? [
          {
            account: account.id,
            orders: orders.get(account.id) ?? [],
            positions: positions.get(account.id) ?? [],
            seconds: seconds.get(account.id) ?? [],
            deposits: deposits.get(account.id) ?? [],
            withdrawals: withdrawals.get(account.id) ?? [],
            holdings: holdings.get(account.id) ?? [],
            twaps: twaps.get(account.id) ?? [],
            paused: paused.get(account.id) ?? [],
            balances: account.balances().map(balanceOf),
            lastDraw: account.lastDraw,
          },
        ]
      : [],
  )
}
