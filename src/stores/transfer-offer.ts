/** Which transfer is offered just now over the screen that asked for it: into which account, of which currency. */

import { proxy } from "valtio/vanilla"
import type { Wallet } from "#core/wire/trading.ts"
import { openOverlay } from "./overlay-store.ts"

interface TransferOffer {
  to: Wallet
  currency: string
}

export const transferOffer = proxy<TransferOffer>({ to: "contract", currency: "USDT" })

export function offerTransfer(offer: TransferOffer): void {
  Object.assign(transferOffer, offer)
  openOverlay("transfer")
}
