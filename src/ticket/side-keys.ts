/** The keys B and S of a ticket beside the book, and where they find its fields. */

import { type RefObject, useEffect, useRef } from "react"
import type { Side } from "../stores/ticket-store.ts"

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

/** B buys and S sells, wherever one isn't typing. */
export function useSideKeys(place: RefObject<HTMLElement | null>, onSide: (side: Side) => void): void {
  const latest = useRef(onSide)
  useEffect(() => {
    latest.current = onSide
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || !place.current) return
      if (isTyping(event.target) || document.querySelector("[role=dialog],[role=alertdialog]")) return
      const key = event.key.toLowerCase()
      if (key !== "b" && key !== "s") return
      event.preventDefault()
      latest.current(key === "b" ? "buy" : "sell")
    }
    window.addEventListener("keydown", press)
    return () => window.removeEventListener("keydown", press)
  }, [place])
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || (target.matches("input,textarea,select") && !target.matches("[type=radio]")))
