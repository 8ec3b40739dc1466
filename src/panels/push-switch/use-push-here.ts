/** Follows whether this browser is subscribed, and what stands against it: permission and service worker change while one looks. */

import { useCallback, useEffect, useRef, useState } from "react"
import { type PushHindrance, pushHere, pushHindrance } from "../../user/push-here.ts"

/** A first visit's service worker is being set up for a while: until then it isn't said that there is none. */
const WORKER_PATIENCE_MS = 10_000

export interface PushHere {
  /** Undefined: nothing. `checking`: not known yet. */
  hindrance: PushHindrance | "checking" | undefined
  /** Where the subscription leads; undefined: there is none. */
  endpoint: string | undefined
}

/** What is known, and a way to look again. */
export function usePushHere(): readonly [PushHere, () => Promise<void>] {
  const [here, setHere] = useState<PushHere>({ hindrance: "checking", endpoint: undefined })
  const isLate = useRef(false)
  const look = useCallback(async () => {
    const [hindrance, endpoint] = await Promise.all([pushHindrance(), pushHere()])
    const isEarly = hindrance === "noWorker" && !isLate.current
    setHere({ hindrance: isEarly ? "checking" : hindrance, endpoint })
  }, [])
  useEffect(() => {
    const again = () => void look()
    const timer = setTimeout(() => {
      isLate.current = true
      again()
    }, WORKER_PATIENCE_MS)
    again()
    void navigator.serviceWorker?.ready.then(again)
    // Back from the browser's settings, where a "no" is undone.
    window.addEventListener("focus", again)
    document.addEventListener("visibilitychange", again)
    return () => {
      clearTimeout(timer)
      window.removeEventListener("focus", again)
      document.removeEventListener("visibilitychange", again)
    }
  }, [look])
  return [here, look]
}
