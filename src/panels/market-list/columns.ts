/** In how many columns does a list stand on a touch device? From 768 px on in two (design.md section 2). */

import { useSyncExternalStore } from "react"

const query = globalThis.matchMedia?.("(min-width: 48rem)")

function subscribe(listener: () => void): () => void {
  query?.addEventListener("change", listener)
  return () => query?.removeEventListener("change", listener)
}

export const useListColumns = (): 1 | 2 => useSyncExternalStore(subscribe, () => (query?.matches ? 2 : 1))
