/** The floor of the commit figure: the terminal's row with nothing between it and React but `useSyncExternalStore`. */

import { useCallback, useSyncExternalStore } from "react"
import { Virtuoso } from "react-virtuoso"
import styles from "#src/panels/market-list/rail-list.module.css"
import { StarButton } from "#src/panels/market-list/star.view.tsx"
import { ScreenLink } from "#src/places/screen-link.tsx"
import { classNames } from "#src/ui/class-names.ts"
import { FlashCell } from "#src/ui/flash-cell.tsx"
import { PriceText } from "#src/ui/price-text.tsx"
import type { TickerCells } from "#workers/market/market.api.ts"
import { IDS, ROWS_PX } from "./rows.ts"

const held = new Map<string, TickerCells>()
const listeners = new Map<string, Set<() => void>>()

/** One store a symbol, by hand: the object is replaced and its listeners are told. */
export function writeRaw(rows: readonly TickerCells[]): void {
  for (const cells of rows) {
    held.set(cells.id, cells)
    for (const listener of listeners.get(cells.id) ?? []) listener()
  }
}

function useCells(id: string): TickerCells | undefined {
  const subscribe = useCallback(
    (listener: () => void) => {
      const own = listeners.get(id) ?? new Set()
      listeners.set(id, own.add(listener))
      return () => void own.delete(listener)
    },
    [id],
  )
  return useSyncExternalStore(subscribe, () => held.get(id))
}

const SIGNS = { "-1": styles.down, "0": undefined, "1": styles.up } as const

/** Cell for cell the row of rail-list.view.tsx; that many rows at once never flash in either. */
function RawRow({ id }: { id: string }) {
  const cells = useCells(id)
  return (
    <div className={classNames(styles.row)}>
      <StarButton id={id} size={16} className={styles.star} />
      <ScreenLink to="/pages/spot/trade" search={{ symbol: id }} isReplacing className={styles.link}>
        {id.split("_")[0]}
      </ScreenLink>
      <span className={styles.price}>
        <FlashCell value={cells?.last ?? null} moved={cells?.moved ?? 0} isQuiet>
          <PriceText text={cells?.last} />
        </FlashCell>
      </span>
      <span className={classNames(styles.change, SIGNS[cells?.sign ?? 0])}>
        {cells?.changePercent ?? "–"}
      </span>
    </div>
  )
}

export function RawList() {
  return (
    <div className={styles.rows} style={{ height: ROWS_PX }}>
      <Virtuoso
        data={IDS}
        defaultItemHeight={28}
        computeItemKey={(_, id) => id}
        itemContent={(_, id) => <RawRow id={id} />}
      />
    </div>
  )
}
