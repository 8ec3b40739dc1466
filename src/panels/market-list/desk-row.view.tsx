/** A market's row on a desk. The cells of a row; virtuoso draws the row around them. */

import { useSnapshot } from "valtio"
import { market, tickerOf } from "../../stores/market-store.ts"
import { useDeskColumns } from "./desk-columns.view.tsx"
import type { MarketListState } from "./list-state.ts"

export function DeskCells({ id, list }: { id: string; list: MarketListState }) {
  const { kind, choice } = list
  const cells = useSnapshot(tickerOf(id))
  const isStale = useSnapshot(market).freshness.list.state !== "live"
  return useDeskColumns(kind, choice.chip).map(({ key, className, cell }) => (
    <td key={key} className={className}>
      {cell({ kind, cells, isStale, query: choice.query.trim() })}
    </td>
  ))
}
