/** The keys B and S of a ticket beside the book, where they find its fields, and when the amount takes the focus. */

import { type RefObject, useEffect } from "react"
import { useSnapshot } from "valtio"
import { type Side, ticket } from "../stores/ticket-store.ts"
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

/** Everything but the amount was chosen on the chart: it has the focus. */
export function useAmountNext(place: RefObject<HTMLElement | null>): void {
  const { isAmountNext } = useSnapshot(ticket)
  useEffect(() => {
    if (!isAmountNext) return
    ticket.isAmountNext = false
    focusAmount(place.current)
  }, [isAmountNext, place])
}
