/** The keys of a ticket beside the book, where they find its fields, and when the amount takes the focus. */

import { type RefObject, useEffect } from "react"
import { useSnapshot } from "valtio"
import { isHotkey } from "../stores/hotkeys.ts"
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

/** The keys that choose a side: B and S until they are changed. */
export function useSideKeys(place: RefObject<HTMLElement | null>, onSide: (side: Side) => void): void {
  usePageKeys(
    (chord) => place.current !== null && (isHotkey("buy", chord) || isHotkey("sell", chord)),
    (chord) => onSide(isHotkey("buy", chord) ? "buy" : "sell"),
  )
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
