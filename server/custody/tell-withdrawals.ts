/** Tells owners by message how their withdrawals go: asked for, sent, rejected, failed. Once each, as the engine tells it. */

import type { WithdrawalStatus } from "#core/chain/custody-status.ts"
import { networkName } from "#core/chain/network-name.ts"
import { formatAmount } from "#core/money/steps.ts"
import type { CommandDoor } from "#server/exchange/command-door.ts"
import type { WithdrawalView } from "../engine/custody/custody-event.ts"
import { userIdOf } from "../engine/ledger/ledger-account.ts"
import type { MoneyNotice, MoneyNotices } from "../mail/money-notices.ts"

/** What is left out is the user's own act, or seen on the page soon enough. */
const TOLD: Partial<Record<WithdrawalStatus, MoneyNotice["what"]>> = {
  waiting: "withdrawAsked",
  sent: "withdrawSent",
  rejected: "withdrawRejected",
  failed: "withdrawFailed",
}

export class WithdrawalTeller {
  readonly #waiting: WithdrawalView[] = []
  #notices: MoneyNotices | undefined
  /** Ends the listening. */
  readonly stop: () => void

  /** Listens from now on: chains are watched before anybody could be told. */
  constructor(exchange: Pick<CommandDoor, "listen">) {
    this.stop = exchange.listen(({ events }) => {
      for (const event of events) if (event.type === "withdrawal") this.#take(event.withdrawal)
    })
  }

  /** From here messages leave; what happened since the listening began is told first. */
  begin(notices: MoneyNotices): void {
    this.#notices = notices
    for (const withdrawal of this.#waiting.splice(0)) this.#take(withdrawal)
  }

  #take(withdrawal: WithdrawalView): void {
    const what = TOLD[withdrawal.status]
    const userId = userIdOf(withdrawal.account)
    if (!what || userId === undefined) return
    if (this.#notices) this.#notices.tell(userId, { what, details: detailsOf(withdrawal) })
    else this.#waiting.push(withdrawal)
  }
}

const detailsOf = ({ amount, currency, chain, address, tx, reason }: WithdrawalView) => ({
  ...{ amount: formatAmount(amount), currency, chain: networkName(chain, currency) },
  ...{ address, tx, reason },
})
