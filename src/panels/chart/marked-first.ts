/** A choice that is dear to make: it is marked as chosen first, and made behind that paint. */

import { useState } from "react"
import { behindPaint } from "../../feed/after-tasks.ts"

/**
 * @param chosen what is chosen by now
 * @param make chooses another; called once its mark is painted
 * @returns what is to be marked, and what a press calls
 */
export function useMarkedFirst<T>(chosen: T, make: (next: T) => void): [marked: T, press: (next: T) => void] {
  const [pressed, setPressed] = useState<{ from: T; next: T }>()
  // Made, or something else was chosen meanwhile.
  if (pressed && pressed.from !== chosen) setPressed(undefined)
  const press = (next: T) => {
    setPressed({ from: chosen, next })
    behindPaint(() => {
      make(next)
      if (next === chosen) setPressed(undefined)
    })
  }
  return [pressed?.from === chosen ? pressed.next : chosen, press]
}
