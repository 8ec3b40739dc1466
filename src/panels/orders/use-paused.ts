/** What the user has paused in the markets of one kind, as it is told (S21). */

import { useSnapshot } from "valtio"
import type { PausedRow } from "#core/wire/paused-calls.ts"
import type { TradedKind } from "#core/wire/private-rows.ts"
import { account } from "../../stores/account-store.ts"
import { market } from "../../stores/market-store.ts"
import { pausedIn } from "../../stores/paused-orders.ts"

/** The newest first; of one market where it is named. */
export function usePaused(kind: TradedKind, instrument: string | undefined): readonly PausedRow[] {
  const { catalogue } = useSnapshot(market)
  const rows = useSnapshot(account).paused as readonly PausedRow[]
  return pausedIn(rows, (id) => catalogue?.byId.get(id)?.kind, { kind, instrument })
}
