/** What the head of a trade screen follows: the ticker of its market, and which way the last price went. */

import { useRef } from "react"
import { useSnapshot } from "valtio"
import type { TickerCells } from "#workers/market/market.api.ts"
import { useView } from "../../feed/view.ts"
import { market, tickerOf } from "../../stores/market-store.ts"
import styles from "./price-head.module.css"

interface HeadFigures {
  cells: TickerCells
  /** Class of the last price: the side of its trade, as in the book; where no tape tells it, the direction of its last move. */
  lastClass: string | undefined
  /** Class of the change: the sign of the day. */
  changeClass: string | undefined
  freshness: ReturnType<typeof useSnapshot<typeof market>>["freshness"]["ticker"]
}

const CLASSES = { "-1": styles.down, "0": undefined, "1": styles.up } as const

/** Follows one market's ticker. */
export function useHead(id: string): HeadFigures {
  useView({ tickers: [id] })
  const cells = useSnapshot(tickerOf(id))
  const freshness = useSnapshot(market).freshness.ticker
  // A frame without a move keeps the direction of the one before: the price must not blink to plain.
  const direction = useRef<{ id: string; moved: -1 | 0 | 1 }>({ id, moved: 0 })
  if (direction.current.id !== id) direction.current = { id, moved: 0 }
  const went = cells.lastSide || cells.moved
  if (went !== 0) direction.current.moved = went
  return {
    cells,
    lastClass: CLASSES[direction.current.moved || cells.sign],
    changeClass: CLASSES[cells.sign],
    freshness,
  }
}
