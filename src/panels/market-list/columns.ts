/** Columns of a list on a touch device: two from 768 px on. */

import { useSyncExternalStore } from "react"

const query = globalThis.matchMedia?.("(min-width: 48rem)")

function subscribe(listener: () => void): () => void {
  query?.addEventListener("change", listener)
  return () => query?.removeEventListener("change", listener)
}

export const useListColumns = (): 1 | 2 => useSyncExternalStore(subscribe, () => (query?.matches ? 2 : 1))
