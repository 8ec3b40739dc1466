/**
 * How does a finger choose a level? It presses, slides along the rows, and lifts where it wants to trade; slid out, it
 * chose nothing. One that rests where it came down asks for an alert at that price instead, and the magnified row says so
 * before it lifts. The mouse clicks and keys press: neither comes here.
 */

import { type PointerEvent, type RefObject, useEffect, useRef, useState } from "react"
import type { Side } from "../../stores/ticket-store.ts"
import type { BookLines } from "./book.model.ts"
import { type Edges, isChoosing, magnifiedTop, rowUnder, STILL_PX } from "./row-press.model.ts"

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
  /** Lifted now, it sets an alert. */
  isAlert: boolean
}

/** So long a finger rests before it asks for an alert: longer than it takes to read the row. */
const ALERT_MS = 800
/** Length of the tick that a phone then gives under the finger. */
const FELT_MS = 10

interface Press {
  pointer: number
  since: number
  from: { x: number; y: number }
  /** Gone further than a resting finger does: from then on it chooses a level, however long it rests. */
  hasMoved: boolean
  isAlert: boolean
  isSliding: boolean
  /** Which ways what lies around scrolls. */
  scrolls: { x: boolean; y: boolean }
  /** Of all rows from top to bottom: asks, then bids. They stay in place while the finger is down. */
  rows: readonly Edges[]
}

interface RowPressOptions {
  table: HTMLTableElement | null
  lines: BookLines
  isLive: boolean
  onPick: (side: Side, price: string) => void
  /** `at`: px of the window. */
  onAlert: (price: string, at: { x: number; y: number }) => void
}

interface RowPress {
  level: PressedLevel | undefined
  handlers: Record<
    "onPointerDown" | "onPointerMove" | "onPointerUp" | "onPointerCancel",
    (event: PointerEvent<HTMLTableElement>) => void
  >
}

export function useRowPress({ table, lines, isLive, onPick, onAlert }: RowPressOptions): RowPress {
  const press = useRef<Press | undefined>(undefined)
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(rest.current), [])
  const [level, setLevel] = useState<PressedLevel>()
  useScrollGuard(table, press)

  const end = () => {
    clearTimeout(rest.current)
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
            isAlert: press.current?.isAlert ?? false,
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
        const mine: Press = {
          pointer: event.pointerId,
          since: event.timeStamp,
          from: { x: event.clientX, y: event.clientY },
          hasMoved: false,
          isAlert: false,
          isSliding: false,
          scrolls: scrollsAround(event.currentTarget),
          rows,
        }
        press.current = mine
        choose(event)
        clearTimeout(rest.current)
        rest.current = setTimeout(() => {
          if (press.current !== mine || mine.hasMoved) return
          mine.isAlert = true
          setLevel((now) => now && { ...now, isAlert: true })
          navigator.vibrate?.(FELT_MS)
        }, ALERT_MS)
      },
      onPointerMove(event) {
        const mine = press.current
        if (!mine || !isOurs(event)) return
        if (Math.hypot(event.clientX - mine.from.x, event.clientY - mine.from.y) > STILL_PX)
          Object.assign(mine, { hasMoved: true, isAlert: false })
        choose(event)
      },
      onPointerUp(event) {
        if (!isOurs(event)) return
        const chosen = isLive ? choose(event) : undefined
        end()
        if (chosen?.isAlert) onAlert(chosen.priceValue, { x: event.clientX, y: event.clientY })
        else if (chosen) onPick(chosen.side, chosen.priceValue)
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

function scrollsAround(element: Element): Press["scrolls"] {
  const scrolls = { x: false, y: false }
  for (let place = element.parentElement; place; place = place.parentElement) {
    const { overflowX, overflowY } = getComputedStyle(place)
    scrolls.x ||= place.scrollWidth > place.clientWidth + 1 && overflowX === "auto"
    scrolls.y ||= place.scrollHeight > place.clientHeight + 1 && overflowY === "auto"
  }
  return scrolls
}

/** A finger that chooses must neither scroll the page nor end in a click of what then lies under it. React's listeners are passive. */
function useScrollGuard(element: HTMLTableElement | null, press: RefObject<Press | undefined>): void {
  useEffect(() => {
    if (!element) return
    const onMove = (event: TouchEvent) => {
      const now = press.current
      const finger = event.touches[0]
      if (!now || !finger) return
      now.isSliding ||= isChoosing({
        restedMs: event.timeStamp - now.since,
        moved: { x: finger.clientX - now.from.x, y: finger.clientY - now.from.y },
        scrolls: now.scrolls,
      })
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
