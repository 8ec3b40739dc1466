/** What does an account holder have of one currency in one of the three wallets? Available and held. */

import type { Amount } from "#core/money/units.ts"
import type { WalletName } from "../command.ts"
import type { Holder } from "./holder.ts"

const NOTHING = 0n as Amount

/**
 * Two accounts of the ledger (L1), kept as one record that orders point to. Only the ledger changes its amounts (L2).
 */
export class Purse {
  readonly holder: Holder
  readonly wallet: WalletName
  readonly currency: string
  /** Full names of the two accounts, such as `u12.funding.available`; made once, as each journal line carries one. */
  readonly availableName: string
  readonly heldName: string
  available: Amount = NOTHING
  held: Amount = NOTHING
  /** House only: what journals have told of it. The rest is told by the next `house-net`. */
  toldAvailable: Amount = NOTHING
  toldHeld: Amount = NOTHING
  /** Last command that changed it. */
  sequence = 0

  constructor(holder: Holder, wallet: WalletName, currency: string) {
    this.holder = holder
    this.wallet = wallet
    this.currency = currency
    this.availableName = `${holder.account}.${wallet}.available`
    this.heldName = `${holder.account}.${wallet}.held`
  }
}
