/** A figure that flashes when it changes: its background lights up and fades; the digits stand still. */

import { type ReactNode, useEffect, useRef } from "react"
import { classNames } from "./class-names.ts"
import styles from "./flash-cell.module.css"

/** No cell flashes more often than this, whatever the rate of change. */
export const FLASH_PAUSE_MS = 500
const STILL_MS = 600
/** As `--t-flash` of the tokens. */
const FADE_MS = 420

interface FlashCellProps {
  /** The flash is lit when this changes. */
  value: string | number | null
  /** Direction of the change: 1 up, -1 down, 0 no flash. */
  moved: -1 | 0 | 1
  /** Only change, never flash: stale data, or too much moving on screen. */
  isQuiet?: boolean
  /** In the colour-blind palette an arrow keeps the last direction beside the figure. */
  hasArrow?: boolean
  children: ReactNode
  className?: string | undefined
}

export function FlashCell(props: FlashCellProps) {
  const { value, moved, isQuiet = false, hasArrow = true, children, className } = props
  const cell = useRef<HTMLSpanElement>(null)
  const shown = useRef(value)
  const litAt = useRef(Number.NEGATIVE_INFINITY)

  useEffect(() => {
    if (shown.current === value) return
    const isFirst = shown.current === null
    shown.current = value
    // Kept on the element, not in state: it changes with every price and must not cost a second render.
    if (cell.current && hasArrow && moved !== 0) cell.current.dataset.moved = moved === 1 ? "up" : "down"
    const now = performance.now()
    if (isFirst || isQuiet || moved === 0 || now - litAt.current < FLASH_PAUSE_MS) return
    litAt.current = now
    if (cell.current) flash(cell.current, moved)
  }, [value, moved, isQuiet, hasArrow])

  return (
    <span ref={cell} className={classNames(styles.cell, className)}>
      {children}
    </span>
  )
}

/** For figures that are written past React: the class of their element, lit by {@link flash}. */
export const flashing = styles.cell

/** Asked once a page, not once a flash. */
const stillness = globalThis.matchMedia?.("(prefers-reduced-motion: reduce)")

/**
 * Outside of React on purpose: a flash must not cost a render when it fades. Colours go in as `var()`: reading them
 * out first forces a style pass for every flash, half of all script on a busy book.
 */
export function flash(element: HTMLElement, moved: -1 | 1): void {
  const colour = moved === 1 ? "up" : "down"
  if (stillness?.matches) {
    const line = `inset 0 -2px 0 var(--${colour})`
    element.animate([{ boxShadow: line }, { boxShadow: line }], { duration: STILL_MS })
    return
  }
  element.animate([{ backgroundColor: `var(--flash-${colour})` }, { backgroundColor: "transparent" }], {
    duration: FADE_MS,
    easing: "linear",
  })
}
