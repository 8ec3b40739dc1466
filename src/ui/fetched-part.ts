/** A component whose code is fetched with its first use, and what happens when that fails. */

import { useEffect, useRef, useState } from "react"
import { sayFirst } from "../words/first-words.ts"
import { showToast } from "./toaster.ts"

/**
 * The part once it is there; fetched when it is first wanted. When that fails, a message says so and `giveUp` is called:
 * the screen behind goes on, and the next wish fetches again.
 */
export function useFetchedPart<Part>(
  load: () => Promise<Part>,
  isWanted: boolean,
  giveUp: () => void,
): Part | undefined {
  const [part, setPart] = useState<{ it: Part }>()
  const latest = useRef({ load, giveUp })
  useEffect(() => {
    latest.current = { load, giveUp }
  })
  const isMissing = isWanted && part === undefined
  useEffect(() => {
    if (!isMissing) return
    let isCurrent = true
    latest.current.load().then(
      (it) => isCurrent && setPart({ it }),
      () => {
        if (!isCurrent) return
        showToast("failure", sayFirst("error.network"))
        latest.current.giveUp()
      },
    )
    return () => {
      isCurrent = false
    }
  }, [isMissing])
  return part?.it
}
