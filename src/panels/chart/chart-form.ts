/** The size class of the device that shows the chart. */

import { useSyncExternalStore } from "react"

/** `low`: a phone lying down. */
export type ChartForm = "phone" | "low" | "desk"

const QUERIES = {
  desk: "(min-width: 64rem)",
  low: "(orientation: landscape) and (max-height: 30rem)",
} as const

/** Made once a page; without `matchMedia` (in tests) every screen is a phone. */
const lists = Object.entries(QUERIES).map(([form, query]) => ({
  form: form as ChartForm,
  list: globalThis.matchMedia?.(query),
}))

function subscribe(listener: () => void): () => void {
  for (const { list } of lists) list?.addEventListener("change", listener)
  return () => {
    for (const { list } of lists) list?.removeEventListener("change", listener)
  }
}

const current = (): ChartForm => lists.find(({ list }) => list?.matches)?.form ?? "phone"

export const useChartForm = (): ChartForm => useSyncExternalStore(subscribe, current)
