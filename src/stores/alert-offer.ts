/** At which market and price an alert is offered just now, and where its menu opens. */

import { proxy, ref } from "valtio"
import { openOverlay } from "./overlay-store.ts"

interface AlertOffer {
  market: string
  /** Wire text; null: the market was pressed, not a price of it. */
  price: string | null
  /** Px of the window. */
  at: { x: number; y: number }
  /** Has the focus again once the menu is closed. */
  origin: HTMLElement | null
}

export const alertOffer = proxy<AlertOffer>({ market: "", price: null, at: { x: 0, y: 0 }, origin: null })

/** Opens the menu for one press. */
export function offerAlert({ origin, ...offer }: AlertOffer): void {
  Object.assign(alertOffer, offer, { origin: origin && ref(origin) })
  openOverlay("alert")
}
