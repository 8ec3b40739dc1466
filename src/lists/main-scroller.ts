/** The element that scrolls under a long list. The shell's content, not the list: heads stay where they are. */

import { useEffect, useState } from "react"

/** Null until the shell is there; a list waits for it. */
export function useMainScroller(): HTMLElement | null {
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  useEffect(() => setScroller(document.getElementById("main")), [])
  return scroller
}
