/** Keeps the screen on while a trade screen is shown, where its user wants that and the browser can (Screen Wake Lock). */

import { useEffect } from "react"
import { useSnapshot } from "valtio"
import { choices, chosen } from "../stores/choices-store.ts"

/** On each trade screen; released with it. */
export function useKeptAwake(): void {
  const isWanted = chosen(useSnapshot(choices).all, "keepAwake") === "on"
  useEffect(() => (isWanted ? keepAwake() : undefined), [isWanted])
}

/** Answers the way to let the screen sleep again. A browser that can't, or refuses with a low battery, is asked for no more. */
export function keepAwake(): () => void {
  let lock: WakeLockSentinel | undefined
  let isOver = false
  const take = async () => {
    if (isOver || document.visibilityState !== "visible" || lock?.released === false) return
    try {
      const taken = await navigator.wakeLock?.request("screen")
      if (isOver) await taken?.release()
      else lock = taken
    } catch {
      // Refused: the screen sleeps as its owner's device has it; asked again when the page is next shown.
    }
  }
  void take()
  // A hidden page loses it.
  document.addEventListener("visibilitychange", take)
  return () => {
    isOver = true
    document.removeEventListener("visibilitychange", take)
    void lock?.release()
  }
}
