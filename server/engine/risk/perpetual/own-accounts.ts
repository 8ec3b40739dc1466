/** The exchange's own accounts that fills of contracts move, looked up once: their names are joined texts. */

import type { PerpetualInstrument } from "#core/instrument/instrument.ts"
import type { Ledger } from "../../ledger/ledger.ts"
import type { SystemAccount } from "../../ledger/system-account.ts"

interface OfContract {
  readonly clearing: SystemAccount
  readonly insurance: SystemAccount
}

export class OwnAccounts {
  readonly #ledger: Ledger
  readonly #byContract = new Map<string, OfContract>()

  constructor(ledger: Ledger) {
    this.#ledger = ledger
  }

  /** Those of a contract, made when they are asked for first. */
  of({ id, quote }: PerpetualInstrument): OfContract {
    let own = this.#byContract.get(id)
    if (!own) {
      const ledger = this.#ledger
      own = {
        clearing: ledger.system(`contract-clearing.${id}`, quote),
        insurance: ledger.system("insurance", quote),
      }
      this.#byContract.set(id, own)
    }
    return own
  }
}
