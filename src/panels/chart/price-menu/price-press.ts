/** A press at a price of the chart: the right button, a finger that rests, or a key; what is meant is chosen in the menu. */

import { type KeyboardEvent, type RefObject, useEffect, useState } from "react"
import type { ChartCanvas } from "../chart-canvas.ts"

/** A finger that rested so long where it lifts means the price under it. */
const LONG_PRESS_MS = 600
/** A finger that moves more scrolls, or walks the crosshair from bar to bar. */
const STILL_PX = 10
/** Length of the tick that a phone gives under the finger once it has rested long enough. */
const FELT_MS = 10

export interface PressedPrice {
  /** Px of the window. */
  at: { x: number; y: number }
  /** As the scale has it, not on the market's tick. */
  price: number
}

interface PricePress {
  pressed: PressedPrice | undefined
  close: () => void
  /** Answers whether the key opened the menu; `price`: what it begins with. */
  openByKey: (event: KeyboardEvent, price: number | undefined) => boolean
}

export function usePricePress(
  mount: RefObject<HTMLElement | null>,
  canvas: ChartCanvas | undefined,
  isOn: boolean,
): PricePress {
  const [pressed, setPressed] = useState<PressedPrice>()

  useEffect(() => {
    const figure = mount.current
    if (!figure || !canvas || !isOn) return
    let timer = 0
    let finger: { id: number; x: number; y: number; since: number } | undefined

    const isDrawing = () => (figure.dataset.tool ?? "") !== ""
    const openAt = (x: number, y: number): boolean => {
      const price = canvas.priceAt(y - figure.getBoundingClientRect().top)
      if (price === undefined || isDrawing()) return false
      setPressed({ at: { x, y }, price })
      return true
    }
    const forget = () => {
      window.clearTimeout(timer)
      finger = undefined
    }
    const onDown = (event: PointerEvent) => {
      // A second finger zooms.
      if (event.pointerType === "mouse" || finger) return forget()
      finger = { id: event.pointerId, x: event.clientX, y: event.clientY, since: event.timeStamp }
      timer = window.setTimeout(() => {
        if (!isDrawing()) navigator.vibrate?.(FELT_MS)
      }, LONG_PRESS_MS)
    }
    const onMove = (event: PointerEvent) => {
      if (finger?.id !== event.pointerId) return
      if (Math.hypot(event.clientX - finger.x, event.clientY - finger.y) > STILL_PX) forget()
    }
    // At its lifting: until then it may still go on to another bar, whose figures the legend tells.
    const onUp = (event: PointerEvent) => {
      if (finger?.id !== event.pointerId) return
      const hasRested = event.timeStamp - finger.since >= LONG_PRESS_MS
      const { x, y } = finger
      forget()
      if (hasRested) openAt(x, y)
    }
    const onCancel = (event: PointerEvent) => {
      if (finger?.id === event.pointerId) forget()
    }
    const onMenu = (event: MouseEvent) => {
      const isFinger = finger !== undefined || (event as PointerEvent).pointerType === "touch"
      if (isFinger || openAt(event.clientX, event.clientY)) event.preventDefault()
    }
    figure.addEventListener("pointerdown", onDown)
    window.addEventListener("pointermove", onMove)
    window.addEventListener("pointerup", onUp)
    window.addEventListener("pointercancel", onCancel)
    figure.addEventListener("contextmenu", onMenu)
    return () => {
      forget()
      figure.removeEventListener("pointerdown", onDown)
      window.removeEventListener("pointermove", onMove)
      window.removeEventListener("pointerup", onUp)
      window.removeEventListener("pointercancel", onCancel)
      figure.removeEventListener("contextmenu", onMenu)
    }
  }, [mount, canvas, isOn])

  const openByKey = (event: KeyboardEvent, price: number | undefined): boolean => {
    const isMenuKey =
      event.key === "Enter" || event.key === "ContextMenu" || (event.key === "F10" && event.shiftKey)
    const box = mount.current?.getBoundingClientRect()
    if (!isOn || !isMenuKey || !box || !canvas || price === undefined) return false
    const y = box.top + (canvas.priceTop(price) ?? box.height / 2)
    setPressed({ at: { x: box.left + canvas.paneWidth() / 2, y }, price })
    return true
  }
  return { pressed, close: () => setPressed(undefined), openByKey }
}
