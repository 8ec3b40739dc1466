/** Which prices the ladder shows: they stand still until the user scrolls or centres, or the market leaves them. */

import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react"
import { subscribe } from "valtio"
import { priceLadderState } from "../../stores/market-store.ts"
import { centredTop, type LadderPlace, marketBeyond, marketPrice, scrolledTop } from "./ladder.model.ts"

/** Px of a wheel's turn for one row. */
const WHEEL_ROW_PX = 33

interface PlaceOptions {
  instrument: string
  group: number
  rows: number
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

interface Kept {
  key: string
  top: number
}

/** The newest frame of a market; null: none yet. */
export const ladderFrameOf = (instrument: string) => {
  const { frame } = priceLadderState
  return frame?.instrument === instrument ? frame : null
}

/** Follows the frames, but is drawn anew only where the ladder moves or the market leaves it. */
export function useLadderPlace(options: PlaceOptions): LadderView {
  const { instrument, group, rows, isCentring, isCarrying, table } = options
  const key = `${instrument} ${group} ${rows}`
  const [kept, setKept] = useState<Kept>({ key: "", top: 0 })
  const [beyond, setBeyond] = useState<"above" | "below">()
  const isKnown = kept.key === key && rows > 0
  const { top } = kept

  /** What stays where it is isn't drawn anew. */
  const moveTo = useCallback(
    (next: number) => setKept((now) => (now.key === key && now.top === next ? now : { key, top: next })),
    [key],
  )
  const centre = useCallback(() => {
    const frame = ladderFrameOf(instrument)
    const price = frame ? marketPrice(frame) : undefined
    if (price !== undefined && rows > 0) moveTo(centredTop(price, group, rows))
  }, [instrument, group, rows, moveTo])
  const scroll = useCallback(
    (by: number) =>
      setKept((now) =>
        now.key === key ? { key, top: scrolledTop({ top: now.top, group, rows }, by) } : now,
      ),
    [key, group, rows],
  )
  useLayoutEffect(() => {
    const look = () => {
      const frame = ladderFrameOf(instrument)
      if (!frame || rows === 0) return
      if (!isKnown) return centre()
      const left = marketBeyond({ top, group, rows }, frame)
      if (left && isCentring && !isCarrying && !isInUse(table.current)) centre()
      setBeyond(left)
    }
    look()
    return subscribe(priceLadderState, look)
  }, [instrument, group, rows, top, isKnown, isCentring, isCarrying, centre, table])
  useWheel(table, scroll)
  return {
    place: isKnown ? { top, group, rows } : null,
    beyond: isKnown ? beyond : undefined,
    scroll,
    centre,
  }
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
