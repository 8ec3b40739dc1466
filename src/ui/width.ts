/** Whether this is a desk. The one width at which the shell changes its parts; all else is CSS. */

import { useSyncExternalStore } from "react"

const DESK = "(min-width: 64rem)"

/** Made once: a query a component would be a listener a component. */
const query = globalThis.matchMedia?.(DESK)

function subscribe(listener: () => void): () => void {
  query?.addEventListener("change", listener)
  return () => query?.removeEventListener("change", listener)
}

/** True from 1024 px (at a root of 16) on; follows the window. */
export function useIsDesk(): boolean {
  return useSyncExternalStore(subscribe, () => query?.matches ?? false)
}
