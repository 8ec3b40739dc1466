/** What the user has paused: whole scaled orders and icebergs, of the markets of one kind or of one market (S21). */

import type { PausedRow } from "#core/wire/paused-calls.ts"
import type { TradedKind } from "#core/wire/private-rows.ts"
import { account } from "./account-store.ts"
import { market } from "./market-store.ts"

/** Of those rows the ones in markets of the kind; of one market where it is named. */
export function pausedIn(
  rows: readonly PausedRow[],
  kindOf: (instrument: string) => string | undefined,
  { kind, instrument }: { kind: TradedKind; instrument: string | undefined },
): readonly PausedRow[] {
  return rows.filter(
    (row) => (instrument ?? row.instrument) === row.instrument && kindOf(row.instrument) === kind,
  )
}

/** How many orders resuming all of them would place. */
export const ordersIn = (rows: readonly PausedRow[]): number =>
  rows.reduce((sum, { orders }) => sum + orders.length, 0)

/** How many orders are paused now. */
export const pausedOrders = (kind: TradedKind, instrument: string | undefined): number =>
  ordersIn(
    pausedIn(account.paused as readonly PausedRow[], (id) => market.catalogue?.byId.get(id)?.kind, {
      kind,
      instrument,
    }),
  )
