/** Which of the three desk layouts has room in this window? */

import { useSyncExternalStore } from "react"
import { type WidthClass, widthClassOf } from "../stores/layout-store.ts"

function subscribe(listener: () => void): () => void {
  window.addEventListener("resize", listener)
  return () => window.removeEventListener("resize", listener)
}

export const useWidthClass = (): WidthClass =>
  useSyncExternalStore(subscribe, () => widthClassOf(window.innerWidth))
