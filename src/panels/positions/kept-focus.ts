/** Where the keys are once the row that had the focus, or whose sheet had it, has gone: at the tab that leads to the list. */

import { type RefObject, useEffect, useRef } from "react"

/** `count`: of rows; with fewer than before one has gone. */
export function useKeptFocus(list: RefObject<HTMLElement | null>, count: number): void {
  const before = useRef(count)
  /** The focus was last in the list, or in what opened over it. */
  const wasHere = useRef(false)
  useEffect(() => {
    const see = ({ target }: FocusEvent) => {
      if (!(target instanceof Element)) return
      const isOver = target.closest("[role=dialog], [role=alertdialog]") !== null
      wasHere.current = list.current?.contains(target) === true || (isOver && wasHere.current)
    }
    document.addEventListener("focusin", see)
    return () => document.removeEventListener("focusin", see)
  }, [list])
  useEffect(() => {
    const hasGone = count < before.current
    before.current = count
    if (!hasGone || !wasHere.current) return
    let frame = 0
    // A sheet that goes along gives the focus back a frame later, to a button that isn't there any more.
    const look = (framesLeft: number) => {
      frame = requestAnimationFrame(() => {
        if (framesLeft > 0) look(framesLeft - 1)
        else if (document.activeElement === document.body)
          placeOf(list.current)?.focus({ preventScroll: true })
      })
    }
    look(2)
    return () => cancelAnimationFrame(frame)
  }, [list, count])
}

/** The chosen tab of the panel around it; without tabs the list itself. */
const placeOf = (list: HTMLElement | null): HTMLElement | null =>
  list?.parentElement?.closest("section")?.querySelector<HTMLElement>("[role=tab][aria-selected=true]") ??
  list
