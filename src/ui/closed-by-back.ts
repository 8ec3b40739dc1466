/**
 * What the browser's back closes before it leaves the screen: the newest open sheet, dialog or panel. Of all engines only
 * some close what is open by themselves.
 */

import { useEffect, useRef } from "react"
import { letBackClose } from "./back-closes.ts"
import { type TabHistory, tab } from "./tab-history.ts"

const closers: (() => void)[] = []
let told: { history: TabHistory; tell: (isAnyOpen: boolean) => void } | undefined

/** While `isOpen`, back asks it to close; it may decline, and back has done nothing then. */
export function useClosedByBack(isOpen: boolean, close: () => void): void {
  const latest = useRef(close)
  useEffect(() => {
    latest.current = close
  })
  useEffect(() => {
    if (!isOpen) return
    const closer = () => latest.current()
    closers.push(closer)
    tellBack()
    return () => {
      closers.splice(closers.indexOf(closer), 1)
      tellBack()
    }
  }, [isOpen])
}

/** Asks the newest to close; false: nothing is open. */
function closeNewest(): boolean {
  const newest = closers.at(-1)
  newest?.()
  return newest !== undefined
}

function tellBack(): void {
  const { history, win } = tab
  if (!history) return
  if (told?.history !== history) told = { history, tell: letBackClose({ history, win, closeNewest }) }
  told.tell(closers.length > 0)
}
