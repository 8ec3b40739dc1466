/** What does one market say on a desk? The cells of a row; virtuoso draws the row around them. */

import { useSnapshot } from "valtio"
import type { MarketKind } from "#workers/market/market.api.ts"
import { market, tickerOf } from "../../stores/market-store.ts"
import { DESK_COLUMNS } from "./desk-columns.view.tsx"

export function DeskCells({ id, kind }: { id: string; kind: MarketKind }) {
  const cells = useSnapshot(tickerOf(id))
  const isStale = useSnapshot(market).freshness.list.state !== "live"
  return DESK_COLUMNS[kind].map(({ head, className, cell }) => (
    <td key={head} className={className}>
      {cell({ kind, cells, isStale })}
    </td>
  ))
}
