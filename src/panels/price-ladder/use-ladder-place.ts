/** Which prices the ladder shows: they stand still until the user scrolls or centres, or the market leaves them. */

import { type RefObject, useCallback, useEffect, useRef, useState } from "react"
import type { PriceLadderFrame } from "#workers/market/market.api.ts"
import { centredTop, type LadderPlace, marketBeyond, marketPrice, scrolledTop } from "./ladder.model.ts"

/** Px of a wheel's turn for one row. */
const WHEEL_ROW_PX = 33

interface PlaceOptions {
  instrument: string
  group: number
  rows: number
  frame: PriceLadderFrame | null
  /** Centred anew by itself when the market has left the rows. */
  isCentring: boolean
  /** Something is being moved: nothing may move under it. */
  isCarrying: boolean
  table: RefObject<HTMLTableElement | null>
}

export interface LadderView {
  /** Null until a price is known. */
  place: LadderPlace | null
  beyond: "above" | "below" | undefined
  scroll: (by: number) => void
  centre: () => void
}

export function useLadderPlace(options: PlaceOptions): LadderView {
  const { instrument, group, rows, frame, isCentring, isCarrying, table } = options
  const key = `${instrument} ${group} ${rows}`
  const price = frame ? marketPrice(frame) : undefined
  const [state, setState] = useState<{ key: string; top: number | null }>({ key: "", top: null })
  const isOther = state.key !== key || (state.top === null && price !== undefined)
  const top = isOther ? (price === undefined ? null : centredTop(price, group, rows)) : state.top
  if (isOther && (state.key !== key || state.top !== top)) setState({ key, top })
  const place = top === null || rows === 0 ? null : { top, group, rows }
  const beyond = place && frame ? marketBeyond(place, frame) : undefined

  const move = useCallback(
    (next: (place: LadderPlace) => number) =>
      setState((now) =>
        now.key === key && now.top !== null ? { key, top: next({ top: now.top, group, rows }) } : now,
      ),
    [key, group, rows],
  )
  const scroll = useCallback((by: number) => move((now) => scrolledTop(now, by)), [move])
  const centre = () => {
    if (price !== undefined) move(() => centredTop(price, group, rows))
  }
  useEffect(() => {
    if (isCentring && beyond && !isCarrying && !isInUse(table.current)) centre()
  })
  useWheel(table, scroll)
  return { place, beyond, scroll, centre }
}

/** A pointer is over it, or keys choose in it: prices stay where they are. */
function isInUse(table: HTMLTableElement | null): boolean {
  if (!table) return false
  const focused = document.activeElement
  return table.matches(":hover") || (table.contains(focused) && focused?.matches(":focus-visible") === true)
}

/** React's own listeners are passive: the page around would scroll along. */
function useWheel(table: RefObject<HTMLTableElement | null>, scroll: (by: number) => void): void {
  const rest = useRef(0)
  useEffect(() => {
    const element = table.current
    if (!element) return
    const turn = (event: WheelEvent) => {
      if (event.ctrlKey || event.deltaY === 0) return
      event.preventDefault()
      const px = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * WHEEL_ROW_PX : event.deltaY
      rest.current += px
      const by = Math.trunc(rest.current / WHEEL_ROW_PX)
      rest.current -= by * WHEEL_ROW_PX
      if (by !== 0) scroll(-by)
    }
    element.addEventListener("wheel", turn, { passive: false })
    return () => element.removeEventListener("wheel", turn)
  }, [table, scroll])
}
