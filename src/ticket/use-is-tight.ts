/** Whether so little height is left (a keyboard is up, a phone lies down) that only the field in use is shown whole. */

import { useSyncExternalStore } from "react"

/** Below 360×640 with both browser bars, above what any keyboard leaves of it. */
const TIGHT_BELOW_PX = 480

function subscribe(listener: () => void): () => void {
  window.visualViewport?.addEventListener("resize", listener)
  window.addEventListener("resize", listener)
  return () => {
    window.visualViewport?.removeEventListener("resize", listener)
    window.removeEventListener("resize", listener)
  }
}

const isTight = (): boolean => (window.visualViewport?.height ?? window.innerHeight) < TIGHT_BELOW_PX

export const useIsTight = (): boolean => useSyncExternalStore(subscribe, isTight)
