/** How much room the home screen has. Follows the window. */

import { useSyncExternalStore } from "react"
import type { HomeForm } from "./home.model.ts"

/** The widest that fits comes first. Made once: a query a component would be a listener a component. */
const FORMS = (
  [
    ["wide", "(min-width: 80rem)"],
    ["desk", "(min-width: 64rem)"],
    ["pairs", "(min-width: 48rem)"],
  ] as const
).map(([form, query]) => ({ form, query: globalThis.matchMedia?.(query) }))

function subscribe(listener: () => void): () => void {
  for (const { query } of FORMS) query?.addEventListener("change", listener)
  return () => {
    for (const { query } of FORMS) query?.removeEventListener("change", listener)
  }
}

const formNow = (): HomeForm => FORMS.find(({ query }) => query?.matches)?.form ?? "tabs"

export const useHomeForm = (): HomeForm => useSyncExternalStore(subscribe, formNow)
