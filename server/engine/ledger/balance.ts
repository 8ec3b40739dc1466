/** What an account has of one currency in one of its three wallets: available and held. */

import { type Amount, NO_AMOUNT } from "#core/money/units.ts"
import type { WalletName } from "../command.ts"
import type { Account } from "./account.ts"
import { ledgerAccountText } from "./ledger-account.ts"

/**
 * Two accounts of the ledger (L1), kept as one record that orders point to. Only the ledger changes its amounts (L2).
 */
export class Balance {
  readonly account: Account
  readonly wallet: WalletName
  readonly currency: string
  /** Full names of the two accounts, such as `u12.funding.available`; made once, as each journal line carries one. */
  readonly availableName: string
  readonly heldName: string
  /** Full name of the account that {@link advance} is lent from. */
  readonly advanceName: string
  available: Amount = NO_AMOUNT
  held: Amount = NO_AMOUNT
  /** House only: what journals have told of it. The rest is told by the next `house-net`. */
  toldAvailable: Amount = NO_AMOUNT
  toldHeld: Amount = NO_AMOUNT
  /** Contract wallet only: margins of its isolated positions, together. */
  margin: Amount = NO_AMOUNT
  /** Contract wallet only: lent by the exchange against open profit (L5); above zero only with nothing available. */
  advance: Amount = NO_AMOUNT
  /** Contract wallet only: told of each change of its cash or its advance, as what was counted with it is to be counted anew. */
  moved: ((isLess: boolean) => void) | undefined = undefined
  /** Last command that changed it. */
  sequence = 0

  constructor(account: Account, wallet: WalletName, currency: string) {
    this.account = account
    this.wallet = wallet
    this.currency = currency
    const name = { kind: "wallet", owner: account.id, wallet } as const
    this.availableName = ledgerAccountText({ ...name, part: "available" })
    this.heldName = ledgerAccountText({ ...name, part: "held" })
    this.advanceName = ledgerAccountText({ kind: "advance", owner: account.id })
  }
}
