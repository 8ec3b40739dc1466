/**
 * How does a finger choose a level? It presses, slides along the rows, and lifts where it wants to trade; slid out, it
 * chose nothing. The mouse clicks and keys press: neither comes here.
 */

import { type PointerEvent, type RefObject, useEffect, useRef, useState } from "react"
import type { Side } from "../../stores/ticket-store.ts"
import type { BookLines } from "./book.model.ts"
import { type Edges, isChoosing, magnifiedTop, rowUnder } from "./row-press.model.ts"

/** A level under the finger. The price is the one that stood there when the finger came to it. */
export interface PressedLevel {
  side: Side
  /** Wire text of the price. */
  priceValue: string
  /** As it is shown. */
  price: string
  /** Edges of its magnified row, in px of the window. */
  top: number
  left: number
  width: number
}

interface Press {
  pointer: number
  since: number
  isSliding: boolean
  canScroll: boolean
  /** Of all rows from top to bottom: asks, then bids. They stay in place while the finger is down. */
  rows: readonly Edges[]
}

interface RowPressOptions {
  table: HTMLTableElement | null
  lines: BookLines
  isLive: boolean
  onPick: (side: Side, price: string) => void
}

interface RowPress {
  level: PressedLevel | undefined
  handlers: Record<
    "onPointerDown" | "onPointerMove" | "onPointerUp" | "onPointerCancel",
    (event: PointerEvent<HTMLTableElement>) => void
  >
}

export function useRowPress({ table, lines, isLive, onPick }: RowPressOptions): RowPress {
  const press = useRef<Press | undefined>(undefined)
  const [level, setLevel] = useState<PressedLevel>()
  useScrollGuard(table, press)

  const end = () => {
    press.current = undefined
    setLevel(undefined)
  }
  const choose = ({ clientX, clientY }: PointerEvent): PressedLevel | undefined => {
    const rows = press.current?.rows ?? []
    const at = rowUnder(rows, clientX, clientY)
    const line = at === undefined ? null : [...lines.asks, ...lines.bids][at]
    const edges = rows[at ?? 0]
    const next: PressedLevel | undefined =
      at !== undefined && line && edges
        ? {
            side: at < lines.asks.length ? "sell" : "buy",
            priceValue: line.priceValue,
            price: line.price,
            top: magnifiedTop(clientY),
            left: edges.left,
            width: edges.right - edges.left,
          }
        : undefined
    setLevel(next)
    return next
  }
  const isOurs = (event: PointerEvent) => press.current?.pointer === event.pointerId
  return {
    level: isLive ? level : undefined,
    handlers: {
      onPointerDown(event) {
        if (event.pointerType === "mouse" || !event.isPrimary || !isLive) return
        const rows = levelRows(event.currentTarget).map((row) => row.getBoundingClientRect())
        if (rowUnder(rows, event.clientX, event.clientY) === undefined) return
        // A row that empties under the finger takes its button along: the table keeps the finger.
        event.currentTarget.setPointerCapture(event.pointerId)
        const canScroll = hasScroll(event.currentTarget)
        press.current = {
          pointer: event.pointerId,
          since: event.timeStamp,
          isSliding: false,
          canScroll,
          rows,
        }
        choose(event)
      },
      onPointerMove(event) {
        if (isOurs(event)) choose(event)
      },
      onPointerUp(event) {
        if (!isOurs(event)) return
        const chosen = isLive ? choose(event) : undefined
        end()
        if (chosen) onPick(chosen.side, chosen.priceValue)
      },
      onPointerCancel(event) {
        if (isOurs(event)) end()
      },
    },
  }
}

/** Rows of both sides; between them stands the body of the mid row. */
const levelRows = (table: HTMLTableElement): HTMLTableRowElement[] =>
  [table.tBodies[0], table.tBodies[2]].flatMap((body) => [...(body?.rows ?? [])])

function hasScroll(element: Element): boolean {
  for (let place = element.parentElement; place; place = place.parentElement)
    if (place.scrollHeight > place.clientHeight + 1 && getComputedStyle(place).overflowY === "auto")
      return true
  return false
}

/** A finger that chooses must neither scroll the page nor end in a click of what then lies under it. React's listeners are passive. */
function useScrollGuard(element: HTMLTableElement | null, press: RefObject<Press | undefined>): void {
  useEffect(() => {
    if (!element) return
    const onMove = (event: TouchEvent) => {
      const now = press.current
      if (!now) return
      now.isSliding ||= isChoosing(event.timeStamp - now.since, now.canScroll)
      if (now.isSliding && event.cancelable) event.preventDefault()
    }
    // The touch ends after its pointer: the press is over by then, its click must not come.
    let wasPress = false
    const onStart = () => {
      wasPress = press.current !== undefined
    }
    const onEnd = (event: TouchEvent) => {
      if (wasPress && event.cancelable) event.preventDefault()
      wasPress = false
    }
    const onMenu = (event: Event) => {
      if (press.current) event.preventDefault()
    }
    element.addEventListener("touchstart", onStart, { passive: true })
    element.addEventListener("touchmove", onMove, { passive: false })
    element.addEventListener("touchend", onEnd, { passive: false })
    element.addEventListener("contextmenu", onMenu)
    return () => {
      element.removeEventListener("touchstart", onStart)
      element.removeEventListener("touchmove", onMove)
      element.removeEventListener("touchend", onEnd)
      element.removeEventListener("contextmenu", onMenu)
    }
  }, [element, press])
}
