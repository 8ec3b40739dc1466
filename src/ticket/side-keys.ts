/** The keys B and S of a ticket beside the book, and where they find its fields. */

import type { RefObject } from "react"
import type { Side } from "../stores/ticket-store.ts"
import { usePageKeys } from "../ui/page-keys.ts"

/** The price, of a market order the amount. */
const FIRST_FIELD = "[role=tabpanel] > [data-field] input"

/** Below stop and price. */
const AMOUNT = "[role=tabpanel] > [data-field]:last-child input"

export const focusFirstField = (place: HTMLElement | null): void =>
  place?.querySelector<HTMLInputElement>(FIRST_FIELD)?.focus()

export function focusAmount(place: HTMLElement | null): void {
  const amount = place?.querySelector<HTMLInputElement>(AMOUNT)
  amount?.focus()
  amount?.select()
}

/** B buys and S sells. */
export function useSideKeys(place: RefObject<HTMLElement | null>, onSide: (side: Side) => void): void {
  usePageKeys((pressed) => {
    const key = pressed.toLowerCase()
    if (!place.current || (key !== "b" && key !== "s")) return false
    onSide(key === "b" ? "buy" : "sell")
    return true
  })
}
