/** Which of its four shapes the trade screen takes, by the size of the window. */

import { useSyncExternalStore } from "react"

export type ScreenForm = "phone" | "landscape" | "tablet" | "desk"

const QUERIES = {
  desk: "(min-width: 64rem)",
  landscape: "(orientation: landscape) and (max-height: 30rem)",
  tablet: "(min-width: 48rem)",
} as const

/** Made once a page; without `matchMedia` (in tests) every screen is a phone. */
const lists = Object.entries(QUERIES).map(([form, query]) => ({
  form: form as ScreenForm,
  list: globalThis.matchMedia?.(query),
}))

function subscribe(listener: () => void): () => void {
  for (const { list } of lists) list?.addEventListener("change", listener)
  return () => {
    for (const { list } of lists) list?.removeEventListener("change", listener)
  }
}

const current = (): ScreenForm => lists.find(({ list }) => list?.matches)?.form ?? "phone"

/** Follows the window; the order of the queries is their rank. */
export const useScreenForm = (): ScreenForm => useSyncExternalStore(subscribe, current)
