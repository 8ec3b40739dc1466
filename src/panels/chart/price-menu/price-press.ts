/** A press at a price of the chart: the right button, a finger that rests, or a key; what is meant is chosen in the menu. */

import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from "react"
import type { ChartCanvas } from "../chart-canvas.ts"

/** A finger that rests so long means the price under it. */
const LONG_PRESS_MS = 500
/** A finger that moves more scrolls. */
const STILL_PX = 10
/** Length of the tick that a phone gives under the finger. */
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
  /** The finger that opened the menu is still down: where it lifts is no press. */
  const isHeld = useRef(false)

  useEffect(() => {
    const figure = mount.current
    if (!figure || !canvas || !isOn) return
    let timer = 0
    let finger: { id: number; x: number; y: number } | undefined

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
      const { pointerId: id, clientX: x, clientY: y } = event
      finger = { id, x, y }
      timer = window.setTimeout(() => {
        isHeld.current = openAt(x, y)
        if (isHeld.current) navigator.vibrate?.(FELT_MS)
      }, LONG_PRESS_MS)
    }
    const onMove = (event: PointerEvent) => {
      if (finger?.id !== event.pointerId) return
      if (Math.hypot(event.clientX - finger.x, event.clientY - finger.y) > STILL_PX) forget()
    }
    const onEnd = (event: PointerEvent) => {
      if (finger && finger.id !== event.pointerId) return
      forget()
      // The click of this press comes after it.
      window.setTimeout(() => {
        isHeld.current = false
      })
    }
    const onMenu = (event: MouseEvent) => {
      const isFinger = finger !== undefined || (event as PointerEvent).pointerType === "touch"
      if (isFinger || openAt(event.clientX, event.clientY)) event.preventDefault()
    }
    figure.addEventListener("pointerdown", onDown)
    window.addEventListener("pointermove", onMove)
    window.addEventListener("pointerup", onEnd)
    window.addEventListener("pointercancel", onEnd)
    figure.addEventListener("contextmenu", onMenu)
    return () => {
      forget()
      figure.removeEventListener("pointerdown", onDown)
      window.removeEventListener("pointermove", onMove)
      window.removeEventListener("pointerup", onEnd)
      window.removeEventListener("pointercancel", onEnd)
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
  const close = () => {
    if (!isHeld.current) setPressed(undefined)
  }
  return { pressed, close, openByKey }
}
