/** Arrow keys in a row of controls of which only one takes the tab key. */

import type { KeyboardEvent } from "react"

const STEPS: Readonly<Record<string, number | "first" | "last">> = {
  ArrowRight: 1,
  ArrowLeft: -1,
  Home: "first",
  End: "last",
}

/** The place that a key leads to, round the ends; undefined when the key means nothing here. */
export function nextIndex(key: string, current: number, count: number): number | undefined {
  const step = STEPS[key]
  if (step === undefined || count === 0) return undefined
  if (step === "first") return 0
  if (step === "last") return count - 1
  return (current + step + count) % count
}

/** Moves focus among the children with `role` in the row that got the key, and says which one it reached. */
export function moveFocus(event: KeyboardEvent<HTMLElement>, role: string): number | undefined {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>(`[role="${role}"]`)]
  const at = items.indexOf(document.activeElement as HTMLElement)
  const next = nextIndex(event.key, at, items.length)
  if (at < 0 || next === undefined) return undefined
  event.preventDefault()
  items[next]?.focus()
  return next
}
