/** What do users have as the engine stands? Read once, when it was restored and before it does anything. */

import { feeRatesOf } from "#core/instrument/fee-levels.ts"
import type { FeeIn, SpotInstrument } from "#core/instrument/instrument.ts"
import type { OrderView } from "#server/engine/event.ts"
import { balanceOf } from "#server/engine/event-log.ts"
import { DAY_MS } from "#server/engine/ledger/holder.ts"
import { viewOrder } from "#server/engine/matching/order.ts"
import type { EngineState } from "#server/engine/state.ts"
import type { AccountSeed } from "./account-model.ts"
import { isUserAccount } from "./account-rows.ts"

/** A user's fee level, the turnover that it comes from (1e-8 USDT), and what it costs in a market (rates in 1e-8). */
export interface FeeStanding {
  level: number
  turnover: bigint
  maker: bigint
  taker: bigint
  feeIn: FeeIn
}

export function accountSeeds(state: EngineState): AccountSeed[] {
  const orders = new Map<string, OrderView[]>()
  for (const order of [...state.orders.values()].sort((one, other) => one.id - other.id)) {
    const view = viewOrder(order)
    const known = orders.get(view.account)
    if (known) known.push(view)
    else orders.set(view.account, [view])
  }
  return state.ledger.holders().flatMap((holder) =>
    isUserAccount(holder.account)
      ? [
          {
            account: holder.account,
            orders: orders.get(holder.account) ?? [],
            balances: holder.purses().map(balanceOf),
            lastDraw: holder.lastDraw,
          },
        ]
      : [],
  )
}

/** What a market costs a user now. Read between two commands, which are never under way when a call is answered. */
export function feeStanding(
  { ledger, log }: EngineState,
  account: string,
  instrument: SpotInstrument,
): FeeStanding {
  const holder = ledger.known(account)
  const level = holder?.level ?? 0
  const turnover = holder?.turnoverBefore(Math.floor(log.now / DAY_MS)) ?? 0n
  return { level, turnover, ...feeRatesOf(instrument, level), feeIn: instrument.feeIn ?? "received" }
}
