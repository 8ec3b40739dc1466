/** Of which currency a deposit is offered just now over the screen that asked for it. */

import { proxy } from "valtio/vanilla"
import { openOverlay } from "./overlay-store.ts"

export const depositOffer = proxy({ currency: "USDT" })

export function offerDeposit(currency: string): void {
  depositOffer.currency = currency
  openOverlay("deposit")
}
